// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import dev.rehydrate.store.StoreOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One thing that can be set, by the same name in files, in the environment and in system properties.
 *
 * @param name its name in files; the other names are made from it
 * @param type what can be said of it
 * @param defaultWords its default as the documentation says it
 * @param fallback its default, which may depend on other settings
 * @param <T> the type of its value
 */
record Setting<T>(String name, OptionType<T> type, String defaultWords, Function<ChosenOptions, T> fallback) {

    static final int MAX_BACKUPS = 6;
    private static final int KIB = 1024;
    private static final Duration SHORTEST = Duration.ofMillis(1);

    static final Setting<HazelcastStoreOptions.Mode> MODE =
            of("mode", OptionType.oneOf(HazelcastStoreOptions.Mode.class), "member");
    static final Setting<String> CLUSTER_NAME = new Setting<>(
            "cluster-name",
            OptionType.line(),
            "one of main class and directory; must be said if members are on other machines",
            chosen -> ApplicationName.ofThisProcess());
    static final Setting<String> BIND_ADDRESS = of("bind-address", OptionType.ownAddress(), "127.0.0.1");
    static final Setting<Integer> PORT = of("port", OptionType.number(0, 0xFFFF), "5701");
    static final Setting<List<String>> MEMBERS = new Setting<>(
            "members", OptionType.addresses(), "what `bind-address` says; nobody if `port` is 0", Setting::sameMachine);
    static final Setting<Durability> DURABILITY = of("durability", OptionType.oneOf(Durability.class), "memory");
    static final Setting<Integer> BACKUP_COUNT = new Setting<>(
            "backup-count",
            OptionType.number(0, MAX_BACKUPS),
            "1; if protected, 2 or as many as a majority needs",
            Setting::enoughBackups);
    static final Setting<Integer> FARM_SIZE = new Setting<>(
            "farm-size",
            OptionType.number(1, 1000),
            "as many as `members` names; if protected, 3 at least",
            chosen -> Math.max(isProtected(chosen) ? 3 : 1, FarmCount.of(chosen)));
    static final Setting<HazelcastStoreOptions.AfterLoss> AFTER_LOSS =
            of("after-loss", OptionType.oneOf(HazelcastStoreOptions.AfterLoss.class), "refuse");
    static final Setting<Integer> HEAP_LIMIT = of("heap-limit", OptionType.percentOrNever(10, 95), "80%");
    static final Setting<Duration> LEASE = of("lease", OptionType.time(StoreOptions.SHORTEST_LEASE), "30s");
    static final Setting<Duration> DETECTION_PERIOD = of("detection-period", OptionType.time(SHORTEST), "5s");
    static final Setting<Duration> SWEEP_PERIOD = of("sweep-period", OptionType.time(SHORTEST), "30s");
    static final Setting<Duration> CLAIM_GRACE = of("claim-grace", OptionType.time(SHORTEST), "250ms");
    static final Setting<Optional<Duration>> IDLE_TTL = of("idle-ttl", OptionType.timeOrNever(SHORTEST), "never");
    static final Setting<Duration> MEMORY_RETENTION =
            of("memory-retention", OptionType.time(StoreOptions.SHORTEST_MEMORY_RETENTION), "1h");
    static final Setting<Integer> PAYLOAD_LIMIT = of("payload-limit", OptionType.size(KIB, KIB * KIB * KIB), "16MiB");
    static final Setting<Integer> COMPRESSION_THRESHOLD =
            of("compression-threshold", OptionType.sizeOrNever(1, KIB * KIB * KIB), "never");

    static final Setting<Integer> NEAR_COPIES = of("near-copies", OptionType.number(0, 1_000_000), "0");
    static final Setting<Duration> NEAR_COPY_AGE = of("near-copy-age", OptionType.time(SHORTEST), "1s");

    static final Setting<Boolean> SHUTDOWN_HOOK = of("shutdown-hook", OptionType.yesOrNo(), "true");

    static final List<Setting<?>> ALL = List.of(
            MODE,
            CLUSTER_NAME,
            BIND_ADDRESS,
            PORT,
            MEMBERS,
            DURABILITY,
            BACKUP_COUNT,
            FARM_SIZE,
            AFTER_LOSS,
            HEAP_LIMIT,
            LEASE,
            DETECTION_PERIOD,
            SWEEP_PERIOD,
            CLAIM_GRACE,
            IDLE_TTL,
            MEMORY_RETENTION,
            PAYLOAD_LIMIT,
            COMPRESSION_THRESHOLD,
            NEAR_COPIES,
            NEAR_COPY_AGE,
            SHUTDOWN_HOOK);

    static final List<String> NAMES = ALL.stream().map(Setting::name).toList();

    private static <T> Setting<T> of(String name, OptionType<T> type, String fallback) {
        T value = type.parse(fallback);
        return new Setting<>(name, type, fallback, chosen -> value);
    }

    static Optional<Setting<?>> named(String name) {
        return ALL.stream().filter(setting -> setting.name.equals(name)).findFirst();
    }

    private static List<String> sameMachine(ChosenOptions chosen) {
        return chosen.get(PORT) == 0 ? List.of() : List.of(chosen.get(BIND_ADDRESS));
    }

    private static int enoughBackups(ChosenOptions chosen) {
        int needed = Math.max(2, OptionRules.largestMinority(chosen.get(FARM_SIZE)));
        return isProtected(chosen) ? Math.min(MAX_BACKUPS, needed) : 1;
    }

    private static boolean isProtected(ChosenOptions chosen) {
        return chosen.get(DURABILITY) == Durability.PROTECTED;
    }
}
