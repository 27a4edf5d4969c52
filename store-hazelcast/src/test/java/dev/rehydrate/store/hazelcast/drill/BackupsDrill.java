// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.Durability;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * As many members as an instance has backups are killed at the same moment under load, and come back. In memory mode one is
 * left; in protected mode a majority is, for without one there is nothing to be seen but refusals.
 */
final class BackupsDrill {

    private static final int ROUNDS = 5;
    private static final int BACKUPS = 2;
    private static final long STALL_MILLIS = 10_000;

    @ParameterizedTest
    @CsvSource({"MEMORY, 3", "PROTECTED, 5"})
    void nothingIsLostWhenAsManyAsThereAreBackupsAreKilled(Durability durability, int members) {
        Map<String, String> settings = new LinkedHashMap<>(DrillFarm.settings(durability, members));
        settings.put("rehydrate.backup-count", String.valueOf(BACKUPS));
        String name = "backups-" + durability.name().toLowerCase(Locale.ROOT);
        try (DrillFarm farm = DrillFarm.onLoopback(name, members, settings).startAll()) {
            Rounds rounds = new Rounds(farm, BACKUPS);
            long takeover = 0;
            for (int left = Rounds.asked(ROUNDS); left > 0; left--) {
                takeover = Math.max(takeover, round(farm, rounds));
            }
            Findings findings = rounds.all();
            Summary.add("kill-two-of-" + members, durability, rounds.number(), findings, takeover);

            assertThat(findings.broken()).isEmpty();
            assertThat(findings.maxStallMillis()).as("ms for one answer").isLessThan(STALL_MILLIS);
        }
    }

    private static long round(DrillFarm farm, Rounds rounds) {
        rounds.begin();
        long killedAt = System.nanoTime();
        farm.kill(rounds.victims());
        rounds.takeOver();
        long takeover = rounds.millisToTakeOver(killedAt);
        farm.nodes().forEach(rounds::awaitMore);
        rounds.victims().forEach(victim -> rounds.join(farm.start(victim)));
        farm.awaitWhole();
        Findings findings = rounds.end();
        rounds.tell(findings, "taken over in " + takeover + " ms");
        return takeover;
    }
}
