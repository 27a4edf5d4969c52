// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.spi.exception.RetryableHazelcastException;
import dev.rehydrate.store.hazelcast.majority.FarmTerms;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * A member of a protected farm that has promised more than the term of the farm, as one that stood still, and that then was the
 * eldest of those it still saw, for a moment.
 */
class LaterPromiseTest {

    private final HazelcastStoreOptionsBuilder settings =
            HazelcastStoreOptions.builder().durability(Durability.PROTECTED);

    private static boolean decides(FarmTerms terms) {
        try {
            return terms.required() > 0;
        } catch (RetryableHazelcastException noTerm) {
            return false;
        }
    }

    @Test
    void getsALaterTermThoughTheOthersHaveOne() {
        try (TestFarm farm = new TestFarm()) {
            HazelcastInstance eldest = farm.majority(settings);
            FarmTerms other = FarmTerms.of(farm.members().get(0));
            TestFarm.awaitAnswers(farm.members().get(0));
            long before = other.current();

            assertThat(other.state().vote(before + 10).granted()).isTrue();

            assertThat(other.current()).isZero();
            Awaitility.await("a later term").until(() -> decides(other));
            assertThat(other.current()).isGreaterThan(before + 10);
            Awaitility.await("the same at the eldest")
                    .until(() -> FarmTerms.of(eldest).current() == other.current());
        }
    }
}
