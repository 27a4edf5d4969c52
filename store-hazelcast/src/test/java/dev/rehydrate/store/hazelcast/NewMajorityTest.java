// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What a protected farm of three says when members are started in the place of others. */
class NewMajorityTest {

    private static final String SAID = "this farm has a majority only with members that are new";

    private final HazelcastStoreOptionsBuilder settings =
            HazelcastStoreOptions.builder().durability(Durability.PROTECTED);

    private static void lose(HazelcastInstance lost, HazelcastInstance survivor, int left) {
        lost.getLifecycleService().terminate();
        Awaitility.await("the others know")
                .until(() -> survivor.getCluster().getMembers().size() == left);
    }

    /** The two others could as well be a farm of their own, on the other side of a cut. */
    @Test
    void aMinorityThatAnswersAgainOnlyWithANewMemberWarns() {
        try (TestFarm farm = new TestFarm();
                CapturedLog log = CapturedLog.open()) {
            HazelcastInstance first = farm.majority(settings);
            HazelcastInstance second = farm.members().get(0);
            lose(second, first, 1);
            assertThat(log.warnings(SAID)).isZero();

            farm.member(settings);
            TestFarm.awaitAnswers(first);

            // It answers before it says so.
            Awaitility.await("the warning").until(() -> log.warnings(SAID) == 1);
        }
    }

    @Test
    void aMajorityThatIsJoinedByANewMemberDoesNot() {
        try (TestFarm farm = new TestFarm();
                CapturedLog log = CapturedLog.open()) {
            HazelcastInstance first = farm.majority(settings);
            HazelcastInstance third = farm.member(settings);
            TestFarm.awaitAnswers(first);
            lose(third, first, 2);
            TestFarm.awaitAnswers(first);

            farm.member(settings);
            TestFarm.awaitAnswers(first);

            assertThat(log.warnings(SAID)).isZero();
        }
    }
}
