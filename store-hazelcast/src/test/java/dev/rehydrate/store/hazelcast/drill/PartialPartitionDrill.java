// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.Durability;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two of three members cannot talk to each other; the third one reaches both. Two members go on together. First two are apart of
 * which none is the oldest member, because the oldest one soon removes a member that it does not hear.
 */
final class PartialPartitionDrill {

    private static final int ROUNDS = 5;
    private static final Duration CUT = Duration.ofSeconds(30);
    private static final long ONE_FARM_MILLIS = 30_000;
    /** For how long no member may acknowledge a change. */
    private static final long SILENCE_MILLIS = 15_000;
    /** An answer that takes longer means that its partition stands still for as long as the two are apart. */
    private static final long STALL_MILLIS = 15_000;

    @ParameterizedTest
    @MethodSource("dev.rehydrate.store.hazelcast.drill.Rounds#modes")
    void twoMembersGoOnWhenTwoAreApart(Durability durability) {
        String name = "partial-" + durability.name().toLowerCase(Locale.ROOT);
        try (Networks networks = Networks.withFilters(3);
                DrillFarm farm = DrillFarm.in(networks, name, DrillFarm.settingsToPart(durability, 3))
                        .startAll()) {
            Rounds rounds = new Rounds(farm);
            for (int left = Rounds.asked(ROUNDS); left > 0; left--) {
                long silence = round(networks, rounds);
                if (durability == Durability.PROTECTED) {
                    assertThat(silence).as("ms without a change").isLessThan(SILENCE_MILLIS);
                }
            }
            Findings findings = rounds.all();
            Summary.add("two-of-three-apart", durability, rounds.number(), findings, Summary.NOBODY_TRIED);

            assertThat(durability == Durability.PROTECTED ? findings.broken() : findings.odd())
                    .isEmpty();
            if (durability == Durability.PROTECTED) {
                assertThat(findings.maxStallMillis()).as("ms for one answer").isLessThan(STALL_MILLIS);
            }
        }
    }

    private static long round(Networks networks, Rounds rounds) {
        rounds.begin();
        long cutAt = System.nanoTime();
        networks.part(rounds.survivor(), rounds.third());
        Rounds.last(CUT);
        networks.hearAndSpeak(rounds.survivor());
        long healedAt = System.nanoTime();
        long oneFarm = rounds.millisToOneFarm();
        Findings findings = rounds.end();
        long silence = rounds.longestSilence(cutAt, healedAt);
        rounds.tell(
                findings,
                "no change was acknowledged for %d ms of the cut, one farm %d ms after the heal"
                        .formatted(silence, oneFarm));

        assertThat(oneFarm).as("ms to one farm").isLessThan(ONE_FARM_MILLIS);
        return silence;
    }
}
