// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.store.InstanceHandle;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/** What every caller has: an access to the store, and a payload that cannot be packed. */
@State(Scope.Thread)
public abstract class Fixture {

    static final String STATE = "state";
    /** So much payload is spread over as many entries as it fills, so that partitions take turns. */
    private static final int RESIDENT_BYTES = 8 << 20;

    private static final int MOST_RESIDENTS = 128;
    private static final int FEWEST_RESIDENTS = 4;
    /** More than any cache of slots has, if {@code jvm=-Dbench.residents=…} asks for them. */
    private static final int WANTED_RESIDENTS = Integer.getInteger("bench.residents", 0);

    /** The size of the payload, in bytes. */
    @Param("1024")
    public int bytes;

    /** The number of the farm that is used. */
    @Param("0")
    public int farm;

    private @Nullable StoreAccess found;
    private int callers = 1;
    private boolean lastWasHere;
    private byte[] filled = {};

    /** For JMH. */
    protected Fixture() {}

    /**
     * Finds the access to the store, and then lets subclasses put what they need. JMH knows no order between the two.
     *
     * @param caller whose fixture this is
     */
    @Setup
    public void arrive(ThreadParams caller) {
        found = Farm.access(farm, caller.getThreadIndex());
        callers = caller.getThreadCount();
        filled = new byte[bytes];
        new Random(caller.getThreadIndex()).nextBytes(filled);
        fill();
    }

    /** Lets subclasses remove what they have put. */
    @TearDown
    public void leave() {
        empty();
    }

    void fill() {}

    void empty() {}

    final StoreAccess access() {
        return Objects.requireNonNull(found);
    }

    final byte[] payload() {
        return filled;
    }

    final int residents() {
        return WANTED_RESIDENTS > 0 ? Math.max(1, WANTED_RESIDENTS / callers) : usualResidents();
    }

    private int usualResidents() {
        return Math.max(FEWEST_RESIDENTS, Math.min(MOST_RESIDENTS, RESIDENT_BYTES / bytes) / callers);
    }

    /**
     * Draws an id. Every second one is of a slot of the caller's own member, if there are others: a call there takes a fraction
     * of the time, and by chance alone the median of the mixture would be now that of the one kind and now that of the other.
     */
    final InstanceId drawId() {
        lastWasHere = !lastWasHere;
        return access().draw(lastWasHere);
    }

    /** {@return a key of the bare map, drawn as {@link #drawId} does} */
    final UUID drawKey() {
        InstanceId id = drawId();
        return new UUID(id.high(), id.low());
    }

    final InstanceChanges<InstanceValue> newData() {
        return InstanceChanges.data(Map.of(STATE, payload()));
    }

    final InstanceChanges<InstanceValue> firstData(InstanceId id) {
        return InstanceChanges.builder()
                .replaceData(Map.of(STATE, InstanceValue.of(payload())))
                .keys(KeyChanges.associating(StoreAccess.homeKeyOf(id)))
                .build();
    }

    final SaveReceipt create(InstanceHandle handle, InstanceId id, AfterSave after) {
        return access().execute(handle, CreateInstance.of(firstData(id), after)).receiptOrThrow();
    }
}
