// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.settings.ChosenOptions;
import dev.rehydrate.settings.Setting;
import dev.rehydrate.stability.Experimental;
import dev.rehydrate.store.StoreListener;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Collects settings, which overrule all other sources; {@link #build()} judges all at once. Not safe for use by many threads. */
public final class HazelcastStoreOptionsBuilder {
    private final ChosenOptions sources;
    private final Map<Setting<?>, String> inCode = new LinkedHashMap<>();
    private final EncodingChoice encoding = new EncodingChoice();
    private StoreOptions common = StoreOptions.defaults();

    HazelcastStoreOptionsBuilder(ChosenOptions sources) {
        EnginePresence.require();
        this.sources = sources;
    }

    /**
     * Sets whether this process keeps instances itself ({@code mode}; a member).
     *
     * @param mode member or client
     * @return this
     */
    public HazelcastStoreOptionsBuilder mode(HazelcastStoreOptions.Mode mode) {
        return set(StoreSettings.MODE, mode);
    }

    /**
     * Sets the name of the cluster ({@code cluster-name}; made of main class and directory on one machine, needed elsewhere).
     * Members and clients with another name are refused. It is no password: it travels in clear text and is logged.
     *
     * @param name 1 to 200 characters
     * @return this
     */
    public HazelcastStoreOptionsBuilder clusterName(String name) {
        return set(StoreSettings.CLUSTER_NAME, name);
    }

    /**
     * Sets the only address a member listens on ({@code bind-address}; {@code 127.0.0.1}).
     *
     * @param address an IPv4 address of this machine, not {@code 0.0.0.0}
     * @return this
     */
    public HazelcastStoreOptionsBuilder bindAddress(String address) {
        return set(StoreSettings.BIND_ADDRESS, address);
    }

    /**
     * Sets the first port a member tries ({@code port}; 5701). If it is taken, the member tries the next ones.
     *
     * @param first 1 to 65535, or 0 for any that is free
     * @return this
     */
    public HazelcastStoreOptionsBuilder port(int first) {
        return set(StoreSettings.PORT, first);
    }

    /**
     * Sets whom to join or to ask ({@code members}; the bind address); without a port, {@code port} and the two after it.
     *
     * @param addresses each {@code host} or {@code host:port}; may be empty for a member that begins a cluster
     * @return this
     */
    public HazelcastStoreOptionsBuilder members(List<String> addresses) {
        return set(StoreSettings.MEMBERS, List.copyOf(addresses));
    }

    /**
     * Sets DNS names that stand for the members at all their addresses ({@code members-dns}; none), at {@code port} unless given.
     *
     * @param names each {@code host} or {@code host:port}, such as that of a headless Service of Kubernetes; may be empty
     * @return this
     */
    public HazelcastStoreOptionsBuilder membersDns(List<String> names) {
        return set(StoreSettings.MEMBERS_DNS, List.copyOf(names));
    }

    /**
     * Sets what an acknowledged save survives ({@code durability}; memory). The same on all members and clients.
     *
     * @param durability memory, protected or write-behind
     * @return this
     */
    public HazelcastStoreOptionsBuilder durability(Durability durability) {
        return set(StoreSettings.DURABILITY, durability);
    }

    /**
     * Sets how many further copies of each instance there are, each on a member of its own ({@code backup-count}; 1, if
     * protected at least 2 and enough for every majority to have one). The same on all members.
     *
     * @param copies 0 to 6
     * @return this
     */
    public HazelcastStoreOptionsBuilder backupCount(int copies) {
        return set(StoreSettings.BACKUP_COUNT, copies);
    }

    /**
     * Sets how many members a whole farm has ({@code farm-size}; as many as {@code members} names, if protected 3 at least). A
     * protected farm answers while more than half of them are there, and not if there are more. The same on all members.
     *
     * @param members 1 to 1000
     * @return this
     */
    public HazelcastStoreOptionsBuilder farmSize(int members) {
        return set(StoreSettings.FARM_SIZE, members);
    }

    /**
     * Sets what members do when a part of the data was lost with all its copies ({@code after-loss}; refuse).
     *
     * @param reaction whether they refuse to say that something does not exist, until the loss is acknowledged
     * @return this
     */
    public HazelcastStoreOptionsBuilder afterLoss(HazelcastStoreOptions.AfterLoss reaction) {
        return set(StoreSettings.AFTER_LOSS, reaction);
    }

    /**
     * Sets from how much of the heap on, after garbage collection, a member refuses new data ({@code heap-limit}; 80 %).
     *
     * @param percent 10 to 95, or {@link Integer#MAX_VALUE} for never
     * @return this
     */
    public HazelcastStoreOptionsBuilder heapLimit(int percent) {
        return set(StoreSettings.HEAP_LIMIT, percent);
    }

    /**
     * Sets how long an owner counts as alive after its last beat ({@code lease}; 30 s).
     *
     * @param time at least 1 s
     * @return this
     */
    public HazelcastStoreOptionsBuilder lease(Duration time) {
        return set(StoreSettings.LEASE, time);
    }

    /**
     * Sets how often to look for runnable instances when nothing announces them ({@code detection-period}; 5 s).
     *
     * @param time positive
     * @return this
     */
    public HazelcastStoreOptionsBuilder detectionPeriod(Duration time) {
        return set(StoreSettings.DETECTION_PERIOD, time);
    }

    /**
     * Sets how often to look for what has expired or was left behind ({@code sweep-period}; 30 s).
     *
     * @param time positive
     * @return this
     */
    public HazelcastStoreOptionsBuilder sweepPeriod(Duration time) {
        return set(StoreSettings.SWEEP_PERIOD, time);
    }

    /**
     * Sets how long a claim that its instance does not list is taken for a save under way ({@code claim-grace}; 250 ms).
     *
     * @param time positive
     * @return this
     */
    public HazelcastStoreOptionsBuilder claimGrace(Duration time) {
        return set(StoreSettings.CLAIM_GRACE, time);
    }

    /**
     * Sets the idle time to live of instances that say nothing about it ({@code idle-ttl}; never).
     *
     * @param time positive, or null for never
     * @return this
     */
    public HazelcastStoreOptionsBuilder idleTtl(@Nullable Duration time) {
        return set(StoreSettings.IDLE_TTL, Optional.ofNullable(time));
    }

    /**
     * Sets how long a slot remembers commands, lives and revoked claims that are over ({@code memory-retention}; 1 h); the same on all.
     *
     * @param time at least 10 minutes, and twice the lease
     * @return this
     */
    public HazelcastStoreOptionsBuilder memoryRetention(Duration time) {
        return set(StoreSettings.MEMORY_RETENTION, time);
    }

    /**
     * Sets how long instances are kept that were completed ({@code completed-retention}; for ever).
     *
     * @param time positive, or null for ever
     * @return this
     */
    public HazelcastStoreOptionsBuilder completedRetention(@Nullable Duration time) {
        return set(StoreSettings.COMPLETED_RETENTION, Optional.ofNullable(time));
    }

    /**
     * Sets how long instances are kept that have failed and were not retried ({@code failed-retention}; for ever).
     *
     * @param time positive, or null for ever
     * @return this
     */
    public HazelcastStoreOptionsBuilder failedRetention(@Nullable Duration time) {
        return set(StoreSettings.FAILED_RETENTION, Optional.ofNullable(time));
    }

    /**
     * Sets how many of its last changes each instance keeps ({@code recorded-changes}; 0).
     *
     * @param most 0 to 255
     * @return this
     */
    public HazelcastStoreOptionsBuilder recordedChanges(int most) {
        return set(StoreSettings.RECORDED_CHANGES, most);
    }

    /**
     * Sets the largest payload of one command, and so of one value ({@code payload-limit}; 16 MiB). More is refused unsent.
     *
     * @param bytes 1 KiB to 1 GiB, in bytes
     * @return this
     */
    public HazelcastStoreOptionsBuilder payloadLimit(int bytes) {
        return set(StoreSettings.PAYLOAD_LIMIT, bytes);
    }

    /**
     * Sets from which size on values are packed ({@code compression-threshold}; never).
     *
     * @param bytes 1 B to 1 GiB, in bytes, or {@link Integer#MAX_VALUE} for never
     * @return this
     */
    public HazelcastStoreOptionsBuilder compressionThreshold(int bytes) {
        return set(StoreSettings.COMPRESSION_THRESHOLD, bytes);
    }

    /**
     * Sets how many instances and keys are kept near after a free load, to answer free loads ({@code near-copies}; 0).
     *
     * @param most 0 to 1,000,000; zero for none at all
     * @return this
     */
    public HazelcastStoreOptionsBuilder nearCopies(int most) {
        return set(StoreSettings.NEAR_COPIES, most);
    }

    /**
     * Sets for how long a near copy counts, and so how old the answer of a free load may be ({@code near-copy-age}; 1 s).
     *
     * @param time positive
     * @return this
     */
    public HazelcastStoreOptionsBuilder nearCopyAge(Duration time) {
        return set(StoreSettings.NEAR_COPY_AGE, time);
    }

    /**
     * Sets whether a shutdown hook closes the store ({@code shutdown-hook}; true): hosts save what they have, then the member leaves.
     *
     * @param yes whether, or the application closes the store itself
     * @return this
     */
    public HazelcastStoreOptionsBuilder shutdownHook(boolean yes) {
        return set(StoreSettings.SHUTDOWN_HOOK, yes);
    }

    /**
     * Adds codecs for values; {@code payload-limit} and {@code compression-threshold} are limit and threshold.
     *
     * @param adder adds codecs to an encoding
     * @return this
     */
    public HazelcastStoreOptionsBuilder codecs(UnaryOperator<ValueEncoding.Builder> adder) {
        encoding.codecs(adder);
        return this;
    }

    /**
     * Sets how values become bytes, in place of {@link #codecs}. The threshold is then that of the encoding, and
     * {@code compression-threshold} may not be set; so is the limit, unless {@code payload-limit} is set.
     *
     * @param made codecs and limits
     * @return this
     */
    public HazelcastStoreOptionsBuilder values(ValueEncoding made) {
        encoding.made(made);
        return this;
    }

    /**
     * Sets the clocks and the scheduler; the machine's unless set.
     *
     * @param source the time source
     * @return this
     */
    public HazelcastStoreOptionsBuilder time(TimeSource source) {
        common = common.withTime(source);
        return this;
    }

    /**
     * Puts something between the store and its engine; nothing unless set.
     *
     * @param wrapper wraps the engine
     * @return this
     */
    @Experimental
    public HazelcastStoreOptionsBuilder decorator(UnaryOperator<StorageEngine> wrapper) {
        common = common.withDecorator(wrapper);
        return this;
    }

    /**
     * Adds a listener that is told what the store does; there is none unless set.
     *
     * @param listener the listener
     * @return this
     */
    public HazelcastStoreOptionsBuilder listener(StoreListener listener) {
        common = common.withListener(listener);
        return this;
    }

    /**
     * Puts instance, key and owner into the log context all through each command; not done unless set.
     *
     * @return this
     */
    public HazelcastStoreOptionsBuilder logContext() {
        common = common.withLogContext();
        return this;
    }

    /**
     * Takes over what every provider has: what cannot be set by name, and of the rest what no source sets.
     *
     * @param options of its periods, retentions and recorded changes hold those that are not the default, and its values unless codecs are set
     * @return this
     */
    public HazelcastStoreOptionsBuilder common(StoreOptions options) {
        common = Objects.requireNonNull(options, "options");
        return this;
    }

    /**
     * Takes over everything that every provider has: values, time, decorator, listeners, all periods and retentions.
     *
     * @param options the settings that every provider has
     * @return this
     */
    public HazelcastStoreOptionsBuilder store(StoreOptions options) {
        return common(options)
                .values(options.values())
                .lease(options.lease())
                .detectionPeriod(options.detectionPeriod())
                .sweepPeriod(options.sweepPeriod())
                .claimGrace(options.claimGrace())
                .idleTtl(options.defaultIdleTtl())
                .memoryRetention(options.memoryRetention())
                .completedRetention(options.endRetention().completed())
                .failedRetention(options.endRetention().failed())
                .recordedChanges(options.recordedChanges());
    }

    /**
     * Checks all values, those set here and those of the sources.
     *
     * @return the settings
     * @throws IllegalArgumentException if something is unknown, unreadable or contradictory; the message has every mistake
     */
    public HazelcastStoreOptions build() {
        ChosenOptions chosen = sources.with(inCode, OptionRules.ALL);
        return new HazelcastStoreOptions(chosen, encoding.options(chosen, common));
    }

    private <T> HazelcastStoreOptionsBuilder set(Setting<T> setting, T value) {
        inCode.put(setting, setting.type().format(Objects.requireNonNull(value, setting.name())));
        return this;
    }
}
