// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.store.InstanceHandle;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What commands cost where instances keep their last 32 changes, beside the same commands where they keep none. */
final class RecorderRun {

    private static final int CHANGES = 32;
    private static final int BYTES = 1024;
    private static final int FEW = 128;
    /** More than a member keeps open: each command then takes a packed slot apart. */
    private static final int MANY = 2_000;

    private static final int WARM_UP = 6_000;
    private static final int CALLS = 2_000;
    private static final double GOAL = 1.1;

    private final ResultFile results;
    private final Random bits = new Random(1);

    RecorderRun(ResultFile results) {
        this.results = results;
    }

    void run() {
        for (Topology topology : List.of(Topology.ONE, Topology.TWO)) {
            Farm farm = Farm.start(topology);
            try {
                StoreAccess without = Farm.access(0, 0);
                StoreAccess with = farm.recording(CHANGES);
                compare(topology.label(), without, with, FEW);
                compare(topology.label(), without, with, MANY);
            } finally {
                farm.close();
            }
        }
    }

    private void compare(String where, StoreAccess without, StoreAccess with, int instances) {
        List<InstanceId> off = created(without, instances);
        List<InstanceId> on = created(with, instances);
        String among = ", 1 KB, among " + instances + ": recorded / not";
        row(where, "save and release" + among, one(off, id -> save(without, id)), one(on, id -> save(with, id)));
        row(
                where,
                "load held, save and release" + among,
                one(off, id -> turn(without, id)),
                one(on, id -> turn(with, id)));
        row(where, "authoritative load" + among, one(off, id -> load(without, id)), one(on, id -> load(with, id)));
    }

    private void row(String where, String name, Runnable base, Runnable candidate) {
        List<List<Double>> medians = Turns.medians(List.of(base, candidate), WARM_UP, CALLS);
        results.add(ResultRow.of(where, name, "us", Ratio.of(medians.get(0), medians.get(1)), GOAL));
    }

    /** One instance after the other. */
    private static Runnable one(List<InstanceId> ids, Consumer<InstanceId> command) {
        Iterator<InstanceId> all =
                Stream.generate(() -> ids).flatMap(List::stream).iterator();
        return () -> command.accept(all.next());
    }

    /** With as many changes as are kept. Each side has ids of its own, of which half are here, if there are two members. */
    private List<InstanceId> created(StoreAccess access, int instances) {
        List<InstanceId> ids = new ArrayList<>();
        for (int i = 0; i < instances; i++) {
            InstanceId id = access.draw(i % 2 == 0);
            ids.add(id);
            access.execute(access.handle(id), CreateInstance.of(data(), AfterSave.RELEASE))
                    .receiptOrThrow();
            for (int change = 1; change < CHANGES; change++) {
                save(access, id);
            }
        }
        return ids;
    }

    private InstanceChanges<InstanceValue> data() {
        byte[] payload = new byte[BYTES];
        bits.nextBytes(payload);
        return InstanceChanges.data(Map.of(Fixture.STATE, payload));
    }

    private void save(StoreAccess access, InstanceId id) {
        save(access, access.handle(id));
    }

    private void save(StoreAccess access, InstanceHandle handle) {
        access.execute(handle, new SaveInstance(CommandId.random(), data(), Expected.any(), AfterSave.RELEASE))
                .receiptOrThrow();
    }

    private void turn(StoreAccess access, InstanceId id) {
        InstanceHandle handle = access.handle(id);
        access.execute(handle, LoadInstance.of(LoadMode.hold())).snapshotOrThrow();
        save(access, handle);
    }

    private static void load(StoreAccess access, InstanceId id) {
        access.execute(access.handle(id), LoadInstance.of(LoadMode.authoritative()))
                .snapshotOrThrow();
    }
}
