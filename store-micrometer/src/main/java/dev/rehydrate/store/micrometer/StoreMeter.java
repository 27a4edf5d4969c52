// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.micrometer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.function.ToDoubleFunction;

/** Every meter there is; a test compares them with the table in {@code docs/observability.md}. */
enum StoreMeter {
    COMMAND("rehydrate.command", Type.TIMER, "command, answer", "commands, from when they are given to their answers"),
    COMMANDS_ACTIVE("rehydrate.command.active", Type.GAUGE, "", "commands under way"),
    REPEATED("rehydrate.command.repeated", Type.COUNTER, "", "commands that were answered from the memory of a slot"),
    PAYLOAD("rehydrate.payload", Type.SUMMARY, "direction", "bytes of encoded values in a command or an answer"),
    RECLAIMED("rehydrate.hold.reclaimed", Type.COUNTER, "", "holds that were taken over from expired owners"),
    REVOKED("rehydrate.claim.revoked", Type.COUNTER, "", "dangling claims of keys that were made void"),
    EXPIRED("rehydrate.instance.expired", Type.COUNTER, "", "instances that have expired"),
    QUARANTINED("rehydrate.instance.quarantined", Type.COUNTER, "", "instances that were suspended for a failure"),
    OWNERS_ALIVE("rehydrate.owner.alive", Type.GAUGE, "", "live owners of the stores of this process"),
    OWNER_LOST("rehydrate.owner.lost", Type.COUNTER, "", "owners of this process that lost their lease"),
    QUEUED("rehydrate.engine.queued", Type.GAUGE, "", "answers and calls that wait for a thread of this process"),
    MEMBERS("rehydrate.members", Type.GAUGE, "", "processes that keep the data, as seen from here"),
    MEMBERS_EXPECTED("rehydrate.members.expected", Type.GAUGE, "", "how many there are when all is well, 0 if unsaid"),
    HEAP_USED("rehydrate.heap.used", Type.GAUGE, "", "percent of the heap for data in use after garbage collection"),
    DATA_LOST("rehydrate.data.lost", Type.COUNTER, "", "partitions whose data were lost with all copies"),
    DURABILITY("rehydrate.durability", Type.GAUGE, "mode", "open stores by what an acknowledged save survives");

    /** How it is measured. */
    enum Type {
        TIMER,
        COUNTER,
        SUMMARY,
        GAUGE
    }

    private final String meterName;
    private final Type type;
    private final String tags;
    private final String words;

    StoreMeter(String meterName, Type type, String tags, String words) {
        this.meterName = meterName;
        this.type = type;
        this.tags = tags;
        this.words = words;
    }

    String meterName() {
        return meterName;
    }

    Type type() {
        return type;
    }

    /** The names of its own tags, parted by commas. */
    String tags() {
        return tags;
    }

    Timer timer(MeterRegistry registry, Tags all) {
        return Timer.builder(meterName).description(words).tags(all).register(registry);
    }

    Counter counter(MeterRegistry registry, Tags all) {
        return Counter.builder(meterName).description(words).tags(all).register(registry);
    }

    DistributionSummary summary(MeterRegistry registry, Tags all) {
        return DistributionSummary.builder(meterName)
                .description(words)
                .baseUnit("bytes")
                .tags(all)
                .register(registry);
    }

    void gauge(MeterRegistry registry, Tags all, OpenStores stores, ToDoubleFunction<OpenStores> value) {
        Gauge.builder(meterName, stores, value)
                .description(words)
                .tags(all)
                .strongReference(true)
                .register(registry);
    }
}
