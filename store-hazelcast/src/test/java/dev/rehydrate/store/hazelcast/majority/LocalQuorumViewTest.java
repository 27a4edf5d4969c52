// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.majority;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.cluster.Cluster;
import com.hazelcast.cluster.Member;
import com.hazelcast.config.Config;
import com.hazelcast.config.SplitBrainProtectionConfig;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a member sees at the moment in which others are gone, before the engine protects anything. */
final class LocalQuorumViewTest {

    private static <T> T stub(Class<T> type, Map<String, ?> answers) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> answers.get(method.getName())));
    }

    private static HazelcastInstance seeing(int members, Config config) {
        Set<Member> seen = IntStream.range(0, members)
                .mapToObj(number -> stub(Member.class, Map.of("hashCode", number, "equals", false)))
                .collect(Collectors.toSet());
        return stub(
                HazelcastInstance.class,
                Map.of(
                        "getCluster",
                        stub(Cluster.class, Map.of("getMembers", seen)),
                        "getConfig",
                        config,
                        "getUserContext",
                        new ConcurrentHashMap<>()));
    }

    private static Config majorityOfThree() {
        return new Config()
                .addSplitBrainProtectionConfig(
                        new SplitBrainProtectionConfig(MapNames.MAJORITY, true, ClusterQuorum.majority(3)));
    }

    @Test
    void aMemberThatIsAloneDoesNotSeeTheMajority() {
        assertThat(LocalQuorumView.by(seeing(1, majorityOfThree()))).isFalse();
        assertThat(LocalQuorumView.by(seeing(2, majorityOfThree()))).isTrue();
    }

    @Test
    void withoutProtectionAnyNumberIsEnough() {
        assertThat(LocalQuorumView.by(seeing(1, new Config()))).isTrue();
        assertThat(LocalQuorumView.by(null)).isTrue();
    }
}
