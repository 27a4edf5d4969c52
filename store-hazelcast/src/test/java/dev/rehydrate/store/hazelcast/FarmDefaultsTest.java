// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rehydrate.store.hazelcast.HazelcastStoreOptions.Mode;
import dev.rehydrate.store.hazelcast.farm.ApplicationName;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The size and the name of a farm that says neither. */
class FarmDefaultsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    10.0.0.5  | 5701 | 10.0.0.5, 10.0.0.6, 10.0.0.7                       | 3
                    10.0.0.5  | 5701 | 10.0.0.6, 10.0.0.7                                 | 3
                    10.0.0.5  | 5701 | node-a, node-b, node-c                             | 3
                    10.0.0.5  | 5701 | 10.0.0.5:5701, 10.0.0.6:5701                       | 2
                    10.0.0.5  | 5701 | 10.0.0.5, 10.0.0.5:5702, 10.0.0.6                  | 2
                    127.0.0.1 | 5701 | 127.0.0.1                                          | 1
                    127.0.0.1 | 5701 | localhost:5701, 127.0.0.1:5702, 127.0.0.1:5703     | 3
                    127.0.0.1 | 0    | 127.0.0.1:5701                                     | 2
                    127.0.0.1 | 6000 | 127.0.0.1:5701, 127.0.0.1:5702                     | 3
                    """)
    void theSizeFollowsFromTheMembers(String own, int port, String members, int size) {
        HazelcastStoreOptions options = HazelcastStoreOptions.builder()
                .clusterName("orders")
                .bindAddress(own)
                .port(port)
                .members(List.of(members.split(", ")))
                .build();

        assertThat(options.farmSize()).isEqualTo(size);
    }

    @Test
    void aProtectedFarmHasThreeMembersAtLeastAndAsManyAsItNames() {
        HazelcastStoreOptionsBuilder settings = HazelcastStoreOptions.builder()
                .durability(Durability.PROTECTED)
                .clusterName("orders")
                .bindAddress("10.0.0.1");
        assertThat(settings.members(List.of("10.0.0.1", "10.0.0.2")).build().farmSize())
                .isEqualTo(3);
        HazelcastStoreOptions seven = settings.members(
                        List.of("10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.5", "10.0.0.6", "10.0.0.7"))
                .build();
        assertThat(seven.farmSize()).isEqualTo(7);
        assertThat(seven.backupCount()).isEqualTo(3);
        assertThat(settings.farmSize(5).build().farmSize()).isEqualTo(5);
    }

    @Test
    void oneApplicationHasOneNameAndAnotherHasAnother() {
        String name = ApplicationName.of("com.acme.Orders --port 1", "/srv/orders");

        assertThat(name).startsWith("com.acme.Orders-").isEqualTo(ApplicationName.of("com.acme.Orders", "/srv/orders"));
        assertThat(name)
                .isNotEqualTo(ApplicationName.of("com.acme.Orders", "/srv/invoices"))
                .isNotEqualTo(ApplicationName.of("com.acme.Invoices", "/srv/orders"));
        assertThat(ApplicationName.of("build/app.jar x", "/srv")).startsWith("app-");
        assertThat(ApplicationName.of("", "")).startsWith("rehydrate-");
        assertThat(ApplicationName.of("a".repeat(500), "/")).hasSizeLessThan(100);
    }

    @Test
    void aTestRunHasANameOfItsOwnEachTime() {
        assertThat(ApplicationName.of("/p/target/surefire/surefirebooter-1_3.jar /p/target", "/p"))
                .isNotEqualTo(ApplicationName.of("/p/target/surefire/surefirebooter-2_3.jar /p/target", "/p"));
    }

    @Test
    void theTableSaysWhereTheNameCameFrom() {
        assertThat(HazelcastStoreOptions.builder().build().describe())
                .containsPattern(
                        "cluster-name +" + ApplicationName.ofThisProcess() + " +default, of main class and directory");
    }

    @Test
    void aFarmOnANetworkMustBeNamed() {
        for (HazelcastStoreOptionsBuilder settings : List.of(
                HazelcastStoreOptions.builder().bindAddress("10.0.0.5"),
                HazelcastStoreOptions.builder().mode(Mode.CLIENT).members(List.of("10.0.0.5")))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(settings::build)
                    .withMessageContaining("cluster-name must be said where members are on other machines");
            assertThat(settings.clusterName("orders").build().clusterName()).isEqualTo("orders");
        }
    }
}
