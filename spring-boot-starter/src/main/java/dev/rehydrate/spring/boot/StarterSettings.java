// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot;

import dev.rehydrate.host.Acknowledge;
import dev.rehydrate.settings.OptionType;
import dev.rehydrate.settings.Setting;
import dev.rehydrate.settings.SettingCatalog;
import dev.rehydrate.settings.StoreWideSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The settings that there are under {@code rehydrate}: those of the starter, of every provider, and of Hazelcast. */
final class StarterSettings {

    private static final Duration SHORTEST = StoreWideSettings.SHORTEST;
    private static final int MILLION = 1_000_000;

    static final Setting<StoreKind> STORE = Setting.computed(
            "store",
            OptionType.oneOf(StoreKind.class),
            "the one on the class path; `memory` only if there is no other",
            chosen -> StoreKind.onClassPath());

    static final Setting<String> JDBC_URL = text("jdbc.url", "a JDBC URL", "the DataSource of the application");
    static final Setting<String> JDBC_USER = text("jdbc.user", "a name", "empty");
    static final Setting<String> JDBC_PASSWORD =
            Setting.computed("jdbc.password", OptionType.exact("a password"), "empty", chosen -> "");
    static final Setting<String> JDBC_SCHEMA =
            text("jdbc.schema", "lower-case letters, digits and underscores", "`rehydrate`");
    static final Setting<Tables> JDBC_MIGRATION = Setting.of("jdbc.migration", OptionType.oneOf(Tables.class), "apply");
    static final Setting<Integer> JDBC_LANES =
            Setting.computed("jdbc.lanes", OptionType.number(1, 64), "one per 4 processors", chosen -> 1);
    static final Setting<Integer> JDBC_CACHE = Setting.of("jdbc.cache", OptionType.size(0, 1 << 30), "64MiB");
    static final Setting<Duration> JDBC_NEAR_COPY_AGE =
            Setting.computed("jdbc.near-copy-age", OptionType.time(SHORTEST), "none", chosen -> Duration.ZERO);
    static final Setting<Duration> JDBC_PATIENCE = Setting.of("jdbc.patience", OptionType.time(SHORTEST), "10s");
    static final Setting<Boolean> JDBC_NOT_DURABLE =
            Setting.of("jdbc.allow-not-durable", OptionType.yesOrNo(), "false");
    static final Setting<Duration> JDBC_WRITE_BEHIND_DELAY =
            Setting.of("jdbc.write-behind-delay", OptionType.time(Duration.ofMillis(100), Duration.ofDays(1)), "1s");

    static final Setting<String> HOST_NODE =
            Setting.computed("host.node", OptionType.line(), "`spring.application.name`, or `host`", chosen -> "");
    static final Setting<String> HOST_TYPE =
            Setting.computed("host.type", OptionType.line(), "the names of the definitions", chosen -> "");
    static final Setting<Optional<Duration>> HOST_UNLOAD =
            Setting.of("host.time-to-unload", OptionType.timeOrNever(Duration.ZERO), "1m");
    static final Setting<Optional<Duration>> HOST_PERSIST =
            Setting.of("host.time-to-persist", OptionType.timeOrNever(Duration.ZERO), "never");
    static final Setting<Acknowledge> HOST_ACKNOWLEDGE =
            Setting.of("host.acknowledge", OptionType.oneOf(Acknowledge.class), "after-save");
    static final Setting<Duration> HOST_STORE_TIMEOUT =
            Setting.of("host.store-timeout", OptionType.time(SHORTEST), "10s");
    static final Setting<Integer> HOST_ATTEMPTS = Setting.of("host.max-attempts", OptionType.number(1, MILLION), "100");
    static final Setting<Integer> HOST_SENDS = Setting.of("host.max-sends", OptionType.number(1, MILLION), "20");
    static final Setting<Integer> HOST_CALLS = Setting.of("host.max-calls", OptionType.number(1, MILLION), "10000");
    static final Setting<Integer> HOST_TURNS = Setting.of("host.max-turns", OptionType.number(1, MILLION), "1000");
    static final Setting<Integer> HOST_INSTANCES =
            Setting.of("host.max-instances-in-memory", OptionType.number(1, 100 * MILLION), "100000");
    static final Setting<Boolean> HOST_VIRTUAL = Setting.computed(
            "host.virtual-threads", OptionType.yesOrNo(), "`spring.threads.virtual.enabled`", chosen -> false);

    /** What to do about the tables; the enum of store-jdbc, which may not be on the class path, has the same constants. */
    enum Tables {
        APPLY,
        VALIDATE
    }

    /** The settings that the starter reads itself. */
    static final SettingCatalog OWN = new SettingCatalog(List.of(
            STORE,
            JDBC_URL,
            JDBC_USER,
            JDBC_PASSWORD,
            JDBC_SCHEMA,
            JDBC_MIGRATION,
            JDBC_LANES,
            JDBC_CACHE,
            JDBC_NEAR_COPY_AGE,
            JDBC_PATIENCE,
            JDBC_NOT_DURABLE,
            JDBC_WRITE_BEHIND_DELAY,
            HOST_NODE,
            HOST_TYPE,
            HOST_UNLOAD,
            HOST_PERSIST,
            HOST_ACKNOWLEDGE,
            HOST_STORE_TIMEOUT,
            HOST_ATTEMPTS,
            HOST_SENDS,
            HOST_CALLS,
            HOST_TURNS,
            HOST_INSTANCES,
            HOST_VIRTUAL));

    /** The settings that every provider has. */
    static final SettingCatalog WIDE = new SettingCatalog(StoreWideSettings.ALL);

    /** The settings that only store-hazelcast knows; it may not be on the class path, and reads them itself. */
    static final List<String> OF_HAZELCAST = List.of(
            "mode",
            "cluster-name",
            "bind-address",
            "port",
            "members",
            "members-dns",
            "durability",
            "backup-count",
            "farm-size",
            "after-loss",
            "heap-limit",
            "near-copies",
            "near-copy-age");

    /** The settings that have several values. */
    static final Set<String> LISTS = Set.of("members");

    /** The settings that say how to reach a database of its own. */
    static final List<String> OF_JDBC_URL = List.of(JDBC_USER.name(), JDBC_PASSWORD.name());

    /** The settings of commands that a database answers. */
    static final List<String> OF_JDBC_STORE =
            List.of(JDBC_LANES.name(), JDBC_CACHE.name(), JDBC_NEAR_COPY_AGE.name(), JDBC_PATIENCE.name());

    /** The settings of members that write to a database what they have acknowledged. */
    static final List<String> OF_WRITE_BEHIND = List.of(JDBC_WRITE_BEHIND_DELAY.name());

    /** The settings that only store-jdbc uses. */
    static final List<String> OF_JDBC =
            OWN.names().stream().filter(name -> name.startsWith("jdbc.")).toList();

    /** A setting of store-hazelcast that the application context decides. */
    static final String SHUTDOWN_HOOK = "shutdown-hook";

    /** Every name that can be set. */
    static final List<String> NAMES = Stream.of(OWN.names(), OF_HAZELCAST, WIDE.names())
            .flatMap(List::stream)
            .toList();

    private StarterSettings() {}

    private static Setting<String> text(String name, String words, String defaultWords) {
        return Setting.computed(name, OptionType.text(words, text -> text), defaultWords, chosen -> "");
    }
}
