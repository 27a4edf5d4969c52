// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.settings;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.recording.ChangeLog;
import dev.rehydrate.slot.EndRetention;
import dev.rehydrate.store.StoreOptions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** The settings of {@link StoreOptions}, which every provider has. */
public final class StoreWideSettings {

    /** The shortest period. */
    public static final Duration SHORTEST = Duration.ofMillis(1);

    /** How long an owner counts as alive after its last heartbeat. */
    public static final Setting<Duration> LEASE =
            Setting.of("lease", OptionType.time(StoreOptions.SHORTEST_LEASE), "30s");

    /** How often to look for runnable instances. */
    public static final Setting<Duration> DETECTION_PERIOD =
            Setting.of("detection-period", OptionType.time(SHORTEST), "5s");

    /** How often to look for what has expired. */
    public static final Setting<Duration> SWEEP_PERIOD = Setting.of("sweep-period", OptionType.time(SHORTEST), "30s");

    /** How long a claim that its instance does not list is taken for a save under way. */
    public static final Setting<Duration> CLAIM_GRACE = Setting.of("claim-grace", OptionType.time(SHORTEST), "250ms");

    /** The idle time to live. */
    public static final Setting<Optional<Duration>> IDLE_TTL =
            Setting.of("idle-ttl", OptionType.timeOrNever(SHORTEST), "never");

    /** How long a slot remembers what is over. */
    public static final Setting<Duration> MEMORY_RETENTION =
            Setting.of("memory-retention", OptionType.time(StoreOptions.SHORTEST_MEMORY_RETENTION), "1h");

    /** How long instances are kept that were completed. */
    public static final Setting<Optional<Duration>> COMPLETED_RETENTION =
            Setting.of("completed-retention", OptionType.timeOrNever(SHORTEST), "never");

    /** How long instances are kept that have failed and were not retried. */
    public static final Setting<Optional<Duration>> FAILED_RETENTION =
            Setting.of("failed-retention", OptionType.timeOrNever(SHORTEST), "never");

    /** How many of its last changes each instance keeps. */
    public static final Setting<Integer> RECORDED_CHANGES =
            Setting.of("recorded-changes", OptionType.number(0, ChangeLog.MOST), "0");

    private static final int KIB = 1024;
    private static final int GIB = KIB * KIB * KIB;

    /** The largest payload of one value. */
    public static final Setting<Integer> PAYLOAD_LIMIT =
            Setting.of("payload-limit", OptionType.size(KIB, GIB), "16MiB");

    /** From which size on values are packed. */
    public static final Setting<Integer> COMPRESSION_THRESHOLD =
            Setting.of("compression-threshold", OptionType.orNever(OptionType.size(1, GIB)), "never");

    /** All of them, in the order in which people read them. */
    public static final List<Setting<?>> ALL = List.of(
            LEASE,
            DETECTION_PERIOD,
            SWEEP_PERIOD,
            CLAIM_GRACE,
            IDLE_TTL,
            MEMORY_RETENTION,
            COMPLETED_RETENTION,
            FAILED_RETENTION,
            RECORDED_CHANGES,
            PAYLOAD_LIMIT,
            COMPRESSION_THRESHOLD);

    private StoreWideSettings() {}

    /**
     * Makes an encoding with the limit and the threshold that were chosen.
     *
     * @param chosen what was chosen
     * @param codecs adds codecs
     * @return the encoding
     */
    public static ValueEncoding encoding(ChosenOptions chosen, UnaryOperator<ValueEncoding.Builder> codecs) {
        return codecs.apply(ValueEncoding.builder())
                .compressFrom(chosen.get(COMPRESSION_THRESHOLD))
                .limitValuesTo(chosen.get(PAYLOAD_LIMIT))
                .build();
    }

    /**
     * A setting that {@link StoreOptions} have too.
     *
     * @param setting the setting
     * @param reader reads it from options
     * @param <T> the type of its value
     */
    private record InOptions<T>(Setting<T> setting, Function<StoreOptions, T> reader) {

        void takeOver(ChosenOptions chosen, StoreOptions base) {
            T said = reader.apply(base);
            if (!said.equals(reader.apply(StoreOptions.defaults()))) {
                chosen.setUnlessSet(setting, said);
            }
        }
    }

    private static final List<InOptions<?>> IN_OPTIONS = List.of(
            new InOptions<>(LEASE, StoreOptions::lease),
            new InOptions<>(DETECTION_PERIOD, StoreOptions::detectionPeriod),
            new InOptions<>(SWEEP_PERIOD, StoreOptions::sweepPeriod),
            new InOptions<>(CLAIM_GRACE, StoreOptions::claimGrace),
            new InOptions<>(IDLE_TTL, options -> Optional.ofNullable(options.defaultIdleTtl())),
            new InOptions<>(MEMORY_RETENTION, StoreOptions::memoryRetention),
            new InOptions<>(
                    COMPLETED_RETENTION,
                    options -> Optional.ofNullable(options.endRetention().completed())),
            new InOptions<>(
                    FAILED_RETENTION,
                    options -> Optional.ofNullable(options.endRetention().failed())),
            new InOptions<>(RECORDED_CHANGES, StoreOptions::recordedChanges));

    /**
     * Makes options of what was chosen.
     *
     * @param chosen what was chosen; is told of what holds of {@code base}, so that it describes what holds
     * @param values how values become bytes
     * @param base has what cannot be set by name: time, decorator, listeners, log context; and what holds of the settings that are
     *     not set by name, where it is not the default. Its values are not used
     * @return the options
     * @throws IllegalArgumentException if the settings do not go together
     */
    public static StoreOptions options(ChosenOptions chosen, ValueEncoding values, StoreOptions base) {
        IN_OPTIONS.forEach(each -> each.takeOver(chosen, base));
        return new StoreOptions(
                values,
                base.time(),
                chosen.get(LEASE),
                chosen.get(DETECTION_PERIOD),
                chosen.get(SWEEP_PERIOD),
                chosen.get(CLAIM_GRACE),
                chosen.get(IDLE_TTL).orElse(null),
                chosen.get(MEMORY_RETENTION),
                new EndRetention(
                        chosen.get(COMPLETED_RETENTION).orElse(null),
                        chosen.get(FAILED_RETENTION).orElse(null)),
                chosen.get(RECORDED_CHANGES),
                base.decorator(),
                base.listeners(),
                base.logContext());
    }
}
