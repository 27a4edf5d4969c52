// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import dev.rehydrate.settings.ChosenOptions;
import dev.rehydrate.settings.Setting;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.settings.OptionSources;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The settings of a store on Hazelcast. Immutable.
 *
 * <p>The last value wins, in this order: defaults, one YAML file, environment variables {@code REHYDRATE_…}, system properties
 * {@code rehydrate.…}, and what the builder is told. The file is the one that {@code -Drehydrate.config} (or {@code
 * REHYDRATE_CONFIG}) names, or else a {@code rehydrate.yaml} on the class path. Names, units and defaults are those of the builder's methods; a test
 * compares them with {@code docs/configuration.md}.
 */
public final class HazelcastStoreOptions {

    /** Whether this process keeps instances itself. */
    public enum Mode {
        /** A member of the cluster runs in this process and keeps its share of the instances. */
        MEMBER,
        /** All instances are kept by members in other processes. */
        CLIENT
    }

    /** What members do when a part of the data was lost with all its copies. */
    public enum AfterLoss {
        /** Instances and keys that are not found there are <em>unavailable</em> until the loss is acknowledged. */
        REFUSE,
        /** The members go on as if nothing had been there. */
        CONTINUE
    }

    private final ChosenOptions chosen;
    private final StoreOptions store;

    HazelcastStoreOptions(ChosenOptions chosen, StoreOptions store) {
        this.chosen = chosen;
        this.store = store;
    }

    /**
     * Begins with the defaults and looks at no file, no environment and no system property.
     *
     * @return a new builder
     */
    public static HazelcastStoreOptionsBuilder builder() {
        return new HazelcastStoreOptionsBuilder(ChosenOptions.none());
    }

    /**
     * Begins with what the file, environment and system properties say. Their mistakes are told by
     * {@link HazelcastStoreOptionsBuilder#build()}, all at once.
     *
     * @return a new builder, whose methods overrule them
     */
    public static HazelcastStoreOptionsBuilder load() {
        return new HazelcastStoreOptionsBuilder(OptionSources.ofThisProcess().read(StoreSettings.ALL, null));
    }

    /**
     * As {@link #load()}, with this file in place of the one that {@code rehydrate.config} names or that is on the class path.
     *
     * @param file a YAML file; that it is missing is told by {@link HazelcastStoreOptionsBuilder#build()}
     * @return a new builder, whose methods overrule what was read
     */
    public static HazelcastStoreOptionsBuilder load(Path file) {
        return new HazelcastStoreOptionsBuilder(OptionSources.ofThisProcess().read(StoreSettings.ALL, file));
    }

    /**
     * Begins with settings that the caller has found, such as those of an application framework, and looks at no file, no
     * environment and no system property. Their mistakes are told by {@link HazelcastStoreOptionsBuilder#build()}, all at once.
     *
     * @param settings the texts of settings as a file would have them, by name; a list has its items parted by commas
     * @param where says where the setting of a name was found, for people
     * @return a new builder, whose methods overrule them
     */
    public static HazelcastStoreOptionsBuilder given(Map<String, String> settings, UnaryOperator<String> where) {
        return new HazelcastStoreOptionsBuilder(ChosenOptions.of(StoreSettings.ALL, settings, where));
    }

    /**
     * All defaults: a member that listens on loopback, one backup.
     *
     * @param store the settings that every provider has
     * @return the settings
     */
    public static HazelcastStoreOptions of(StoreOptions store) {
        return builder().store(store).build();
    }

    /** {@return the settings that every provider has} */
    public StoreOptions store() {
        return store;
    }

    /** {@return whether this process keeps instances itself} */
    public Mode mode() {
        return chosen.get(StoreSettings.MODE);
    }

    /** {@return the name of the cluster} */
    public String clusterName() {
        return chosen.get(StoreSettings.CLUSTER_NAME);
    }

    /** {@return the IPv4 address a member listens on} */
    public String bindAddress() {
        return chosen.get(StoreSettings.BIND_ADDRESS);
    }

    /** {@return the first port a member tries; 0 for any that is free} */
    public int port() {
        return chosen.get(StoreSettings.PORT);
    }

    /** {@return members to join or to ask, as {@code host} or {@code host:port}; may be empty} */
    public List<String> members() {
        return chosen.get(StoreSettings.MEMBERS);
    }

    /** {@return names whose addresses are those of members, as {@code host} or {@code host:port}; may be empty} */
    public List<String> membersDns() {
        return chosen.get(StoreSettings.MEMBERS_DNS);
    }

    /** {@return what an acknowledged save survives} */
    public Durability durability() {
        return chosen.get(StoreSettings.DURABILITY);
    }

    /** {@return how many further copies of each instance there are, 0 to 6} */
    public int backupCount() {
        return chosen.get(StoreSettings.BACKUP_COUNT);
    }

    /** {@return how many members the farm has when it is whole} */
    public int farmSize() {
        return chosen.get(StoreSettings.FARM_SIZE);
    }

    /** {@return what members do when a part of the data was lost with all its copies} */
    public AfterLoss afterLoss() {
        return chosen.get(StoreSettings.AFTER_LOSS);
    }

    /** {@return from how many percent of the heap on a member takes nothing new, 10 to 95; empty for never} */
    public OptionalInt heapLimit() {
        int limit = chosen.get(StoreSettings.HEAP_LIMIT);
        return limit == Integer.MAX_VALUE ? OptionalInt.empty() : OptionalInt.of(limit);
    }

    /** {@return the largest payload of one command, in bytes} */
    public int payloadLimit() {
        return chosen.get(StoreSettings.PAYLOAD_LIMIT);
    }

    /** {@return how many instances and keys are kept near after a free load; zero for none} */
    public int nearCopies() {
        return chosen.get(StoreSettings.NEAR_COPIES);
    }

    /** {@return how old an answer from a near copy may be} */
    public Duration nearCopyAge() {
        return chosen.get(StoreSettings.NEAR_COPY_AGE);
    }

    /** {@return whether the store is closed by a shutdown hook of its own when the process is asked to end} */
    public boolean shutdownHook() {
        return chosen.get(StoreSettings.SHUTDOWN_HOOK);
    }

    /**
     * Lists every setting with its value and where that came from. Holds no secrets: none of the settings is one.
     *
     * @return a table for people, several lines without a line break at the end
     */
    public String describe() {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"setting", "value", "from"});
        for (Setting<?> setting : StoreSettings.ALL.all()) {
            rows.add(new String[] {setting.name(), chosen.text(setting), chosen.where(setting)});
        }
        int first = width(rows, 0);
        int second = width(rows, 1);
        String line = "%-" + first + "s  %-" + second + "s  %s";
        return String.join(
                "\n", rows.stream().map(row -> line.formatted((Object[]) row)).toList());
    }

    /**
     * Lists the settings that were given, as a member does when it has started. Holds no secrets, as {@link #describe}.
     *
     * @return names and values with where they came from, in one line; empty if none was given
     */
    public String describeGiven() {
        return StoreSettings.ALL.all().stream()
                .filter(chosen::says)
                .map(chosen::cite)
                .collect(Collectors.joining(", "));
    }

    private static int width(List<String[]> rows, int column) {
        return rows.stream().mapToInt(row -> row[column].length()).max().orElse(1);
    }

    @Override
    public String toString() {
        return "HazelcastStoreOptions["
                + String.join(
                        ", ",
                        StoreSettings.ALL.all().stream()
                                .map(s -> s.name() + "=" + chosen.text(s))
                                .toList()) + "]";
    }
}
