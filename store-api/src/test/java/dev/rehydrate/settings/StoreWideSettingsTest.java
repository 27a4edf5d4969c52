// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.slot.EndRetention;
import dev.rehydrate.store.StoreOptions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StoreWideSettingsTest {

    private static final SettingCatalog WIDE = new SettingCatalog(StoreWideSettings.ALL);
    private static final ValueEncoding VALUES = ValueEncoding.simpleTypes();

    /** Nothing in it is the default. */
    private static final StoreOptions IN_CODE = StoreOptions.defaults()
            .withLease(Duration.ofSeconds(61))
            .withPeriods(Duration.ofSeconds(62), Duration.ofSeconds(63))
            .withClaimGrace(Duration.ofSeconds(64))
            .withDefaultIdleTtl(Duration.ofSeconds(65))
            .withMemoryRetention(Duration.ofMinutes(66))
            .withEndRetention(new EndRetention(Duration.ofDays(67), Duration.ofDays(68)))
            .withRecordedChanges(69)
            .withLogContext();

    @Test
    void whatNoSourceSetsIsAsInCode() {
        ChosenOptions chosen = chosen(Map.of());

        assertThat(StoreWideSettings.options(chosen, VALUES, IN_CODE)).isEqualTo(IN_CODE.withValues(VALUES));
        assertThat(chosen.cite(StoreWideSettings.LEASE)).isEqualTo("lease=61s (code)");
    }

    @Test
    void whatASourceSetsOverrulesTheCode() {
        ChosenOptions chosen = chosen(Map.of("lease", "30s", "idle-ttl", "never", "recorded-changes", "0"));

        StoreOptions options = StoreWideSettings.options(chosen, VALUES, IN_CODE);

        assertThat(options)
                .isEqualTo(IN_CODE.withValues(VALUES)
                        .withLease(Duration.ofSeconds(30))
                        .withDefaultIdleTtl(null)
                        .withRecordedChanges(0));
    }

    @Test
    void whatIsSetNowhereIsTheDefault() {
        assertThat(StoreWideSettings.options(chosen(Map.of()), VALUES, StoreOptions.defaults()))
                .isEqualTo(StoreOptions.defaults().withValues(VALUES));
    }

    private static ChosenOptions chosen(Map<String, String> texts) {
        return ChosenOptions.of(WIDE, texts, name -> "file");
    }
}
