// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.LoadOutcome;
import dev.rehydrate.command.ReleaseInstance;
import dev.rehydrate.command.ReleaseOutcome;
import dev.rehydrate.command.ResumeInstance;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.SaveReceipt;
import dev.rehydrate.command.SuspendInstance;
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
    public void create(Newcomer newcomer) {
        InstanceHandle handle = newcomer.way().handle(newcomer.id());
        newcomer.created(newcomer.create(handle, newcomer.id(), AfterSave.RELEASE));
    }

    /** A save of everything by the holder. */
    @Benchmark
    public SaveReceipt saveHeld(HeldInstances held) {
        return held.way()
                .execute(held.next(), SaveInstance.of(held.newData(), AfterSave.KEEP))
                .orThrow();
    }

    /** A save of everything by somebody who has seen the present revision. */
    @Benchmark
    public void saveByETag(IdleInstances idle) {
        InstanceId id = idle.next();
        Revision seen = idle.revision();
        idle.saved(idle.way().execute(idle.way().handle(id), SaveInstance.ifUnchanged(idle.newData(), seen)));
    }

    /** A save of one small value by the holder. */
    @Benchmark
    public SaveReceipt saveDelta(NotedInstances noted) {
        return noted.way()
                .execute(noted.next(), SaveInstance.of(noted.delta(), AfterSave.KEEP))
                .orThrow();
    }

    /** A save that keeps the hold of a load. */
    @Benchmark
    public SaveReceipt saveAfterLoad(LoadedInstance loaded) {
        return loaded.way()
                .execute(loaded.handle(), SaveInstance.of(loaded.newData(), AfterSave.KEEP))
                .orThrow();
    }

    /** A save that gives back the hold of a load. */
    @Benchmark
    public SaveReceipt saveAndRelease(LoadedInstance loaded) {
        return loaded.way()
                .execute(loaded.handle(), SaveInstance.of(loaded.newData(), AfterSave.RELEASE))
                .orThrow();
    }

    /** Saves of as many instances at once. */
    @Benchmark
    @OperationsPerInvocation(BareMap.IN_FLIGHT)
    public void saveInFlight(HeldInstances held) {
        CompletableFuture.allOf(Stream.generate(() -> held.way()
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
        InstanceHandle handle = idle.loading(idle.way().handle(idle.next()));
        return payload(idle.way().execute(handle, LoadInstance.of(LoadMode.hold())));
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
        InstanceHandle handle = idle.loading(idle.way().handle());
        return payload(idle.way().execute(handle, LoadInstanceByKey.of(idle.nextKey(), LoadMode.hold())));
    }

    /** From the nearest copy, by home key, among many. */
    @Benchmark
    public byte[] loadByKeyFreeAmongMany(CrowdedHouse house) {
        return payload(anyone(house, LoadMode.free()));
    }

    /** With every acknowledged change, by home key, among many. */
    @Benchmark
    public byte[] loadByKeyAuthoritativeAmongMany(CrowdedHouse house) {
        return payload(anyone(house, LoadMode.authoritative()));
    }

    /** The end of an instance that is held; its key is free again. */
    @Benchmark
    public SaveReceipt complete(Veteran veteran) {
        return veteran.way().execute(veteran.handle(), CompleteInstance.now()).orThrow();
    }

    /** Header only: gives back a hold. */
    @Benchmark
    public ReleaseOutcome release(LoadedInstance loaded) {
        return loaded.way().execute(loaded.handle(), ReleaseInstance.now());
    }

    /** Header only: suspends and resumes in turn. */
    @Benchmark
    public Object suspendOrResume(SuspendedInstances idle) {
        InstanceHandle handle = idle.way().handle(idle.next());
        try (handle) {
            return idle.suspends()
                    ? idle.way().execute(handle, SuspendInstance.because("measured"))
                    : idle.way().execute(handle, ResumeInstance.now());
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
        WayIn way = document.way();
        InstanceId id = InstanceId.random();
        document.create(way.handle(id), id, AfterSave.RELEASE);
        Revision last = null;
        for (int turn = 0; turn < DocumentLife.TURNS; turn++) {
            LoadOutcome found = loadedByKey(way, WayIn.homeKeyOf(id), mode);
            document.read(payload(found));
            Revision seen = found.orThrow().revision();
            last = way.execute(way.handle(id), SaveInstance.ifUnchanged(document.newData(), seen))
                    .orThrow()
                    .revision();
        }
        end(way, id, last);
        document.end();
    }

    private static void end(WayIn way, InstanceId id, @Nullable Revision last) {
        if (last != null) {
            way.execute(way.handle(id), CompleteInstance.ifUnchanged(last)).orThrow();
        }
    }

    private static LoadOutcome byId(IdleInstances idle, LoadMode mode) {
        try (InstanceHandle handle = idle.way().handle(idle.next())) {
            return idle.way().execute(handle, LoadInstance.of(mode));
        }
    }

    private static LoadOutcome byKey(IdleInstances idle, LoadMode mode) {
        return loadedByKey(idle.way(), idle.nextKey(), mode);
    }

    private static LoadOutcome anyone(CrowdedHouse house, LoadMode mode) {
        return loadedByKey(house.way(), house.anyKey(), mode);
    }

    private static LoadOutcome loadedByKey(WayIn way, InstanceKey key, LoadMode mode) {
        try (InstanceHandle handle = way.handle()) {
            return way.execute(handle, LoadInstanceByKey.of(key, mode));
        }
    }

    private static byte[] payload(LoadOutcome found) {
        return found.orThrow().data().find(Fixture.STATE, byte[].class).orElseThrow();
    }
}
