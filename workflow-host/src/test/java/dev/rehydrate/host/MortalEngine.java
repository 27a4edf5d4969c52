// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.slot.scan.RecordPage;
import dev.rehydrate.slot.scan.SlotScan;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** An engine of a process that dies: from some step on it does nothing any more and answers no call. */
final class MortalEngine implements StorageEngine {

    private final StorageEngine engine;
    private final Death death;

    MortalEngine(StorageEngine engine, Death death) {
        this.engine = engine;
        this.death = death;
    }

    /** When a process dies: before some step, counted over everything that it does to the world outside. */
    static final class Death {

        private int left;
        private boolean dead;

        private Death(int left) {
            this.left = left;
        }

        static Death beforeStep(int number) {
            return new Death(number);
        }

        static Death never() {
            return new Death(Integer.MAX_VALUE);
        }

        /** {@return whether there is life for one more step} */
        synchronized boolean step() {
            left--;
            dead |= left <= 0;
            return !dead;
        }

        synchronized void now() {
            dead = true;
        }

        synchronized boolean isDead() {
            return dead;
        }
    }

    private <T> CompletionStage<T> living(boolean counts, Supplier<CompletionStage<T>> step) {
        boolean lives = counts ? death.step() : !death.isDead();
        return lives ? step.get() : new CompletableFuture<>();
    }

    @Override
    public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
        return living(!(operation instanceof InspectSlot), () -> engine.apply(at, operation));
    }

    @Override
    public CompletionStage<Boolean> beat(OwnerId owner, long beat) {
        return living(false, () -> engine.beat(owner, beat));
    }

    @Override
    public CompletionStage<List<SlotAddress>> scan(SlotScan scan, int limit) {
        return living(false, () -> engine.scan(scan, limit));
    }

    @Override
    public CompletionStage<Optional<Instant>> nextDue(String hostType, Instant after) {
        return living(false, () -> engine.nextDue(hostType, after));
    }

    @Override
    public CompletionStage<RecordPage> query(InstanceQuery query) {
        return living(false, () -> engine.query(query));
    }

    @Override
    public CompletionStage<Void> addOwner(OwnerRecord owner) {
        return living(false, () -> engine.addOwner(owner));
    }

    @Override
    public CompletionStage<Void> expireOwner(OwnerId owner) {
        return living(false, () -> engine.expireOwner(owner));
    }

    @Override
    public CompletionStage<Void> removeOwner(OwnerId owner) {
        return living(false, () -> engine.removeOwner(owner));
    }

    @Override
    public CompletionStage<Map<OwnerId, OwnerRecord>> owners() {
        return living(false, engine::owners);
    }

    @Override
    public Instant now() {
        return engine.now();
    }

    @Override
    public void announce(Announcement news) {
        if (!death.isDead()) {
            engine.announce(news);
        }
    }

    @Override
    public void onAnnouncement(Consumer<Announcement> listener) {
        engine.onAnnouncement(listener);
    }

    @Override
    public void close() {
        engine.close();
    }
}
