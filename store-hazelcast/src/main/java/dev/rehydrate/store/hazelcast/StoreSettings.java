// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import dev.rehydrate.settings.ChosenOptions;
import dev.rehydrate.settings.OptionType;
import dev.rehydrate.settings.Setting;
import dev.rehydrate.settings.SettingCatalog;
import dev.rehydrate.settings.StoreWideSettings;
import dev.rehydrate.store.hazelcast.farm.AddressText;
import dev.rehydrate.store.hazelcast.farm.ApplicationName;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The settings of a store on Hazelcast. */
final class StoreSettings {

    static final int MAX_BACKUPS = 6;

    static final Setting<HazelcastStoreOptions.Mode> MODE =
            Setting.of("mode", OptionType.oneOf(HazelcastStoreOptions.Mode.class), "member");
    static final Setting<String> CLUSTER_NAME = new Setting<>(
            "cluster-name",
            OptionType.line(),
            "one of main class and directory; must be said if members are on other machines",
            ApplicationName.WHERE,
            chosen -> ApplicationName.ofThisProcess());
    static final Setting<String> BIND_ADDRESS = Setting.of(
            "bind-address", OptionType.text("an IPv4 address of this machine", AddressText::own), "127.0.0.1");
    static final Setting<Integer> PORT = Setting.of("port", OptionType.number(0, 0xFFFF), "5701");
    static final Setting<List<String>> MEMBERS = Setting.computed(
            "members",
            OptionType.texts("addresses as host or host:port, parted by commas", AddressText::member),
            "what `bind-address` says; none if `port` is 0 or `members-dns` is set",
            StoreSettings::sameMachine);
    static final Setting<List<String>> MEMBERS_DNS = Setting.computed(
            "members-dns",
            OptionType.texts("names as host or host:port, parted by commas", AddressText::dnsName),
            "none",
            chosen -> List.of());
    static final Setting<Durability> DURABILITY =
            Setting.of("durability", OptionType.oneOf(Durability.class), "memory");
    static final Setting<Integer> BACKUP_COUNT = Setting.computed(
            "backup-count",
            OptionType.number(0, MAX_BACKUPS),
            "1; if protected, 2 or as many as a majority needs",
            StoreSettings::enoughBackups);
    static final Setting<Integer> FARM_SIZE = Setting.computed(
            "farm-size",
            OptionType.number(1, 1000),
            "as many as `members` names; if protected, 3 at least",
            chosen -> Math.max(isProtected(chosen) ? 3 : 1, FarmCount.of(chosen)));
    static final Setting<HazelcastStoreOptions.AfterLoss> AFTER_LOSS =
            Setting.of("after-loss", OptionType.oneOf(HazelcastStoreOptions.AfterLoss.class), "refuse");
    static final Setting<Integer> HEAP_LIMIT =
            Setting.of("heap-limit", OptionType.orNever(OptionType.percent(10, 95)), "80%");
    static final Setting<Duration> LEASE = StoreWideSettings.LEASE;
    static final Setting<Duration> DETECTION_PERIOD = StoreWideSettings.DETECTION_PERIOD;
    static final Setting<Duration> SWEEP_PERIOD = StoreWideSettings.SWEEP_PERIOD;
    static final Setting<Duration> CLAIM_GRACE = StoreWideSettings.CLAIM_GRACE;
    static final Setting<Optional<Duration>> IDLE_TTL = StoreWideSettings.IDLE_TTL;
    static final Setting<Duration> MEMORY_RETENTION = StoreWideSettings.MEMORY_RETENTION;
    static final Setting<Optional<Duration>> COMPLETED_RETENTION = StoreWideSettings.COMPLETED_RETENTION;
    static final Setting<Optional<Duration>> FAILED_RETENTION = StoreWideSettings.FAILED_RETENTION;
    static final Setting<Integer> RECORDED_CHANGES = StoreWideSettings.RECORDED_CHANGES;
    static final Setting<Integer> PAYLOAD_LIMIT = StoreWideSettings.PAYLOAD_LIMIT;
    static final Setting<Integer> COMPRESSION_THRESHOLD = StoreWideSettings.COMPRESSION_THRESHOLD;

    static final Setting<Integer> NEAR_COPIES = Setting.of("near-copies", OptionType.number(0, 1_000_000), "0");
    static final Setting<Duration> NEAR_COPY_AGE =
            Setting.of("near-copy-age", OptionType.time(StoreWideSettings.SHORTEST), "1s");

    static final Setting<Boolean> SHUTDOWN_HOOK = Setting.of("shutdown-hook", OptionType.yesOrNo(), "true");

    static final SettingCatalog ALL = new SettingCatalog(Stream.of(
                    List.of(
                            MODE,
                            CLUSTER_NAME,
                            BIND_ADDRESS,
                            PORT,
                            MEMBERS,
                            MEMBERS_DNS,
                            DURABILITY,
                            BACKUP_COUNT,
                            FARM_SIZE,
                            AFTER_LOSS,
                            HEAP_LIMIT),
                    StoreWideSettings.ALL,
                    List.of(NEAR_COPIES, NEAR_COPY_AGE, SHUTDOWN_HOOK))
            .<Setting<?>>flatMap(List::stream)
            .toList());

    private StoreSettings() {}

    private static List<String> sameMachine(ChosenOptions chosen) {
        return chosen.get(PORT) == 0 || chosen.says(MEMBERS_DNS) ? List.of() : List.of(chosen.get(BIND_ADDRESS));
    }

    private static int enoughBackups(ChosenOptions chosen) {
        int needed = Math.max(2, OptionRules.largestMinority(chosen.get(FARM_SIZE)));
        return isProtected(chosen) ? Math.min(MAX_BACKUPS, needed) : 1;
    }

    private static boolean isProtected(ChosenOptions chosen) {
        return chosen.get(DURABILITY) == Durability.PROTECTED;
    }
}
