// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.micrometer;

import dev.rehydrate.store.AnswerKind;
import dev.rehydrate.store.CommandKind;
import dev.rehydrate.store.StoreFacts;
import dev.rehydrate.store.StoreListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Counts and measures what stores do, in a registry of Micrometer. Give it to a store with {@code
 * StoreOptions.withListener}, or to several: they are added up, as are those of several {@code StoreMeters} in one registry
 * with the same tags. Which meters there are is said in {@code docs/observability.md}. No instance, key or owner is a tag, and
 * what can be known beforehand is there with zero from the beginning.
 *
 * <p>Safe for use by many threads.
 */
public final class StoreMeters implements StoreListener {

    private final MeterRegistry registry;
    private final Tags common;
    private final Map<Combination, Timer> timers = new ConcurrentHashMap<>();
    private final Map<StoreMeter, Counter> counters = new EnumMap<>(StoreMeter.class);
    private final DistributionSummary sent;
    private final DistributionSummary received;
    private final OpenStores stores;

    private record Combination(CommandKind command, AnswerKind answer) {}

    private StoreMeters(MeterRegistry registry, Tags common) {
        this.registry = registry;
        this.common = common;
        this.stores = OpenStores.in(registry, common);
        this.sent = StoreMeter.PAYLOAD.summary(registry, common.and("direction", "sent"));
        this.received = StoreMeter.PAYLOAD.summary(registry, common.and("direction", "received"));
        for (CommandKind command : CommandKind.values()) {
            command.answers().forEach(answer -> timer(new Combination(command, answer)));
            timer(new Combination(command, AnswerKind.UNAVAILABLE));
            timer(new Combination(command, AnswerKind.OUTCOME_UNKNOWN));
        }
        for (StoreMeter meter : StoreMeter.values()) {
            if (meter.type() == StoreMeter.Type.COUNTER) {
                counters.put(meter, meter.counter(registry, common));
            }
        }
        registerGauges();
    }

    /**
     * Makes the meters.
     *
     * @param registry where to
     * @return a listener for stores
     */
    public static StoreMeters on(MeterRegistry registry) {
        return on(registry, Tags.empty());
    }

    /**
     * Makes the meters with tags, for stores that shall not be added up with others in the same registry. Some registries want
     * the same tag names on all of them.
     *
     * @param registry where to
     * @param tags what all meters have, such as the name of a store; few values, and never an id
     * @return a listener for stores
     */
    public static StoreMeters on(MeterRegistry registry, Tags tags) {
        return new StoreMeters(Objects.requireNonNull(registry, "registry"), Objects.requireNonNull(tags, "tags"));
    }

    @Override
    public void opened(Supplier<StoreFacts> facts) {
        stores.add(facts);
        String mode = facts.get().engine().durability();
        StoreMeter.DURABILITY.gauge(
                registry,
                common.and("mode", mode),
                stores,
                all -> all.sum(each -> each.engine().durability().equals(mode) ? 1 : 0));
    }

    @Override
    public void closed(Supplier<StoreFacts> facts) {
        stores.remove(facts);
    }

    @Override
    public void answered(Answered event) {
        timer(new Combination(event.command(), event.answer())).record(event.took());
        if (event.payloadSent() > 0) {
            sent.record((double) event.payloadSent());
        }
        if (event.payloadReceived() > 0) {
            received.record((double) event.payloadReceived());
        }
    }

    @Override
    public void repeated(Repeated event) {
        count(StoreMeter.REPEATED);
    }

    @Override
    public void reclaimed(Reclaimed event) {
        count(StoreMeter.RECLAIMED);
    }

    @Override
    public void claimRevoked(ClaimRevoked event) {
        count(StoreMeter.REVOKED);
    }

    @Override
    public void expired(Expired event) {
        count(StoreMeter.EXPIRED);
    }

    @Override
    public void ownerLost(OwnerLost event) {
        count(StoreMeter.OWNER_LOST);
    }

    @Override
    public void quarantined(Quarantined event) {
        count(StoreMeter.QUARANTINED);
    }

    @Override
    public void dataLost(DataLost event) {
        Objects.requireNonNull(counters.get(StoreMeter.DATA_LOST)).increment(event.partitions());
    }

    private void count(StoreMeter meter) {
        Objects.requireNonNull(counters.get(meter)).increment();
    }

    private Timer timer(Combination of) {
        return timers.computeIfAbsent(
                of,
                each -> StoreMeter.COMMAND.timer(
                        registry, common.and("command", tag(each.command()), "answer", tag(each.answer()))));
    }

    private void registerGauges() {
        StoreMeter.OWNERS_ALIVE.gauge(registry, common, stores, all -> all.sum(StoreFacts::owners));
        StoreMeter.COMMANDS_ACTIVE.gauge(registry, common, stores, all -> all.sum(StoreFacts::commands));
        StoreMeter.QUEUED.gauge(
                registry, common, stores, all -> all.sum(each -> each.engine().queued()));
        StoreMeter.MEMBERS.gauge(
                registry, common, stores, all -> all.most(each -> each.engine().members()));
        StoreMeter.MEMBERS_EXPECTED.gauge(
                registry, common, stores, all -> all.most(each -> each.engine().expectedMembers()));
        StoreMeter.HEAP_USED.gauge(
                registry, common, stores, all -> all.most(each -> each.engine().heapUsed()));
    }

    private static String tag(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
