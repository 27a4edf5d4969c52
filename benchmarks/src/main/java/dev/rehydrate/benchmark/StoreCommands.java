// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.ReleaseInstance;
import dev.rehydrate.command.ResumeInstance;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.command.outcome.ReleaseOutcome;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.store.InstanceHandle;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** One command each; whatever comes before and after it is not timed. Loads hand over the decoded payload. */
public class StoreCommands {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** For JMH. */
    public StoreCommands() {}

    /** An instance with its home key, created and released. */
    @Benchmark
    public void create(NewInstance fresh) {
        InstanceHandle handle = fresh.access().handle(fresh.id());
        fresh.created(fresh.create(handle, fresh.id(), AfterSave.RELEASE));
    }

    /** A save of everything by the holder. */
    @Benchmark
    public SaveReceipt saveHeld(HeldInstances held) {
        return held.access()
                .execute(held.next(), SaveInstance.of(held.newData(), AfterSave.KEEP))
                .receiptOrThrow();
    }

    /** A save of all values by a caller that has seen the present revision. */
    @Benchmark
    public void saveByETag(IdleInstances idle) {
        InstanceId id = idle.next();
        Revision seen = idle.revision();
        idle.saved(idle.access().execute(idle.access().handle(id), SaveInstance.ifUnchanged(idle.newData(), seen)));
    }

    /** A save of one small value by the holder. */
    @Benchmark
    public SaveReceipt saveDelta(NotedInstances noted) {
        return noted.access()
                .execute(noted.next(), SaveInstance.of(noted.delta(), AfterSave.KEEP))
                .receiptOrThrow();
    }

    /** A save that keeps the hold of a load. */
    @Benchmark
    public SaveReceipt saveAfterLoad(LoadedInstance loaded) {
        return loaded.access()
                .execute(loaded.handle(), SaveInstance.of(loaded.newData(), AfterSave.KEEP))
                .receiptOrThrow();
    }

    /** A save that gives back the hold of a load. */
    @Benchmark
    public SaveReceipt saveAndRelease(LoadedInstance loaded) {
        return loaded.access()
                .execute(loaded.handle(), SaveInstance.of(loaded.newData(), AfterSave.RELEASE))
                .receiptOrThrow();
    }

    /** Saves of as many instances at once. */
    @Benchmark
    @OperationsPerInvocation(BareMap.IN_FLIGHT)
    public void saveInFlight(HeldInstances held) {
        CompletableFuture.allOf(Stream.generate(() -> held.access()
                                .store()
                                .executeAsync(held.next(), SaveInstance.of(held.newData(), AfterSave.KEEP), PATIENCE))
                        .limit(BareMap.IN_FLIGHT)
                        .toArray(CompletableFuture[]::new))
                .join();
    }

    /** From the nearest copy. */
    @Benchmark
    public byte[] loadByIdFree(IdleInstances idle) {
        return payload(byId(idle, LoadMode.free()));
    }

    /** With every acknowledged change. */
    @Benchmark
    public byte[] loadByIdAuthoritative(IdleInstances idle) {
        return payload(byId(idle, LoadMode.authoritative()));
    }

    /** With the hold. */
    @Benchmark
    public byte[] loadByIdHeld(InstanceToHold idle) {
        InstanceHandle handle = idle.loading(idle.access().handle(idle.next()));
        return payload(idle.access().execute(handle, LoadInstance.of(LoadMode.hold())));
    }

    /** From the nearest copy, by home key. */
    @Benchmark
    public byte[] loadByKeyFree(IdleInstances idle) {
        return payload(byKey(idle, LoadMode.free()));
    }

    /** With every acknowledged change, by home key. */
    @Benchmark
    public byte[] loadByKeyAuthoritative(IdleInstances idle) {
        return payload(byKey(idle, LoadMode.authoritative()));
    }

    /** With the hold, by home key. */
    @Benchmark
    public byte[] loadByKeyHeld(InstanceToHold idle) {
        InstanceHandle handle = idle.loading(idle.access().handle());
        return payload(idle.access().execute(handle, LoadInstanceByKey.of(idle.nextKey(), LoadMode.hold())));
    }

    /** From the nearest copy, by home key, among many. */
    @Benchmark
    public byte[] loadByKeyFreeAmongMany(ManyResidents residents) {
        return payload(loadAny(residents, LoadMode.free()));
    }

    /** With every acknowledged change, by home key, among many. */
    @Benchmark
    public byte[] loadByKeyAuthoritativeAmongMany(ManyResidents residents) {
        return payload(loadAny(residents, LoadMode.authoritative()));
    }

    /** The end of an instance that is held; its key is free again. */
    @Benchmark
    public SaveReceipt complete(InstanceToComplete instance) {
        return instance.access()
                .execute(instance.handle(), CompleteInstance.now())
                .receiptOrThrow();
    }

    /** Header only: gives back a hold. */
    @Benchmark
    public ReleaseOutcome release(LoadedInstance loaded) {
        return loaded.access().execute(loaded.handle(), ReleaseInstance.now());
    }

    /** Header only: suspends and resumes in turn. */
    @Benchmark
    public Object suspendOrResume(SuspendedInstances idle) {
        InstanceHandle handle = idle.access().handle(idle.next());
        try (handle) {
            return idle.suspends()
                    ? idle.access().execute(handle, SuspendInstance.because("measured"))
                    : idle.access().execute(handle, ResumeInstance.now());
        }
    }

    /** A life with free loads. */
    @Benchmark
    public void lifeFree(DocumentLife document) {
        live(document, LoadMode.free());
    }

    /** A life with authoritative loads. */
    @Benchmark
    public void lifeAuthoritative(DocumentLife document) {
        live(document, LoadMode.authoritative());
    }

    private static void live(DocumentLife document, LoadMode mode) {
        StoreAccess access = document.access();
        InstanceId id = InstanceId.random();
        document.create(access.handle(id), id, AfterSave.RELEASE);
        Revision last = null;
        for (int turn = 0; turn < DocumentLife.TURNS; turn++) {
            LoadOutcome found = loadedByKey(access, StoreAccess.homeKeyOf(id), mode);
            document.read(payload(found));
            Revision seen = found.snapshotOrThrow().revision();
            last = access.execute(access.handle(id), SaveInstance.ifUnchanged(document.newData(), seen))
                    .receiptOrThrow()
                    .revision();
        }
        end(access, id, last);
        document.end();
    }

    private static void end(StoreAccess access, InstanceId id, @Nullable Revision last) {
        if (last != null) {
            access.execute(access.handle(id), CompleteInstance.ifUnchanged(last))
                    .receiptOrThrow();
        }
    }

    private static LoadOutcome byId(IdleInstances idle, LoadMode mode) {
        try (InstanceHandle handle = idle.access().handle(idle.next())) {
            return idle.access().execute(handle, LoadInstance.of(mode));
        }
    }

    private static LoadOutcome byKey(IdleInstances idle, LoadMode mode) {
        return loadedByKey(idle.access(), idle.nextKey(), mode);
    }

    private static LoadOutcome loadAny(ManyResidents residents, LoadMode mode) {
        return loadedByKey(residents.access(), residents.anyKey(), mode);
    }

    private static LoadOutcome loadedByKey(StoreAccess access, InstanceKey key, LoadMode mode) {
        try (InstanceHandle handle = access.handle()) {
            return access.execute(handle, LoadInstanceByKey.of(key, mode));
        }
    }

    private static byte[] payload(LoadOutcome found) {
        return found.snapshotOrThrow().data().find(Fixture.STATE, byte[].class).orElseThrow();
    }
}
