// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.Placement;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.slot.scan.RecordPage;
import dev.rehydrate.slot.scan.SlotScan;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** An engine that counts what it is asked and has troubles when told to. */
final class TroubledEngine implements StorageEngine {

    /** What happens to one operation. */
    enum Trouble {
        /** It is carried out as usual. */
        NONE,
        /** It is not carried out, and that is known. */
        UNAVAILABLE,
        /** It is carried out, but the reply is lost. */
        REPLY_LOST,
        /** It is not carried out, but the caller cannot know. */
        REQUEST_LOST,
        /** It is carried out when {@link #letGo} says so. */
        DELAYED
    }

    private final StorageEngine engine;
    private final List<String> operations = new ArrayList<>();
    private final Queue<Trouble> troubles = new ArrayDeque<>();
    private final Queue<Runnable> delayed = new ArrayDeque<>();
    private Class<?> troubled = SlotOperation.class;
    private long payloadBytes;
    private boolean beating = true;
    private Throwable ownerFailure;
    private CompletableFuture<Void> ownerDelay = CompletableFuture.completedFuture(null);
    private Random random;
    private Placement placement;

    TroubledEngine(StorageEngine engine) {
        this.engine = engine;
    }

    /** The next operations of a kind will have these troubles, in this order. */
    synchronized void trouble(Class<?> kind, Trouble... next) {
        troubled = kind;
        troubles.clear();
        troubles.addAll(List.of(next));
    }

    /** How much the operations on slots have carried until now. */
    synchronized long payloadBytes() {
        return payloadBytes;
    }

    /** From now on every tenth operation has some trouble, and answers come on other threads. */
    synchronized void troubleAtRandom(Random source) {
        random = source;
    }

    synchronized void troubleNoMore() {
        random = null;
    }

    /** From now on owners cannot renew their leases. */
    synchronized void stopBeats() {
        beating = false;
    }

    synchronized void resumeBeats() {
        beating = true;
    }

    /** The next owner that is added fails. */
    synchronized void failNextOwner(Throwable failure) {
        ownerFailure = failure;
    }

    /** Owners are added when the returned future is completed. */
    synchronized CompletableFuture<Void> delayOwners() {
        ownerDelay = new CompletableFuture<>();
        return ownerDelay;
    }

    private synchronized CompletableFuture<Void> ownerDelay() {
        return ownerDelay;
    }

    private synchronized Throwable takeOwnerFailure() {
        Throwable failure = ownerFailure;
        ownerFailure = null;
        return failure;
    }

    void letGo() {
        Runnable next;
        synchronized (this) {
            next = delayed.remove();
        }
        next.run();
    }

    /** {@return whether some operation waits for {@link #letGo}} */
    synchronized boolean isHoldingBack() {
        return !delayed.isEmpty();
    }

    /** The operations on slots since the last call, by name. */
    synchronized List<String> operations() {
        List<String> since = List.copyOf(operations);
        operations.clear();
        return since;
    }

    @Override
    public <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation) {
        Trouble trouble = randomTrouble();
        return trouble == null
                ? apply(at, operation, next(operation))
                : CompletableFuture.supplyAsync(() -> apply(at, operation, trouble))
                        .thenCompose(reply -> reply);
    }

    private synchronized Trouble randomTrouble() {
        if (random == null) {
            return null;
        }
        int dice = random.nextInt(30);
        return dice < 3 ? Trouble.values()[1 + dice] : Trouble.NONE;
    }

    private <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation, Trouble trouble) {
        return switch (trouble) {
            case NONE -> engine.apply(at, operation);
            case UNAVAILABLE -> CompletableFuture.failedFuture(new StorageException(Effect.NONE, "unplugged", null));
            case REQUEST_LOST -> CompletableFuture.failedFuture(new StorageException(Effect.UNKNOWN, "lost", null));
            case REPLY_LOST ->
                engine.apply(at, operation)
                        .thenCompose(done -> CompletableFuture.failedFuture(
                                new StorageException(Effect.UNKNOWN, "reply lost", null)));
            case DELAYED -> delay(at, operation);
        };
    }

    private synchronized Trouble next(SlotOperation<?> operation) {
        if (!(operation instanceof InspectSlot)) {
            operations.add(operation.getClass().getSimpleName());
        }
        payloadBytes += operation.payloadBytes();
        Trouble trouble = troubled.isInstance(operation) ? troubles.poll() : null;
        return trouble == null ? Trouble.NONE : trouble;
    }

    private synchronized <A> CompletionStage<Reply<A>> delay(SlotAddress at, SlotOperation<A> operation) {
        CompletableFuture<Reply<A>> later = new CompletableFuture<>();
        delayed.add(() -> {
            var unused = engine.apply(at, operation).thenAccept(later::complete);
        });
        return later;
    }

    @Override
    public CompletionStage<Boolean> beat(OwnerId owner, long beat) {
        boolean fine;
        synchronized (this) {
            fine = beating;
        }
        return fine
                ? engine.beat(owner, beat)
                : CompletableFuture.failedFuture(new StorageException(Effect.NONE, "unplugged", null));
    }

    @Override
    public CompletionStage<List<SlotAddress>> scan(SlotScan scan, int limit) {
        return engine.scan(scan, limit);
    }

    @Override
    public CompletionStage<Optional<Instant>> nextDue(String hostType, Instant after) {
        return engine.nextDue(hostType, after);
    }

    @Override
    public CompletionStage<RecordPage> query(InstanceQuery query) {
        return engine.query(query);
    }

    @Override
    public CompletionStage<Void> addOwner(OwnerRecord owner) {
        Throwable failure = takeOwnerFailure();
        return failure == null
                ? ownerDelay().thenCompose(late -> engine.addOwner(owner))
                : CompletableFuture.failedFuture(failure);
    }

    @Override
    public CompletionStage<Void> expireOwner(OwnerId owner) {
        return engine.expireOwner(owner);
    }

    @Override
    public CompletionStage<Void> removeOwner(OwnerId owner) {
        return engine.removeOwner(owner);
    }

    @Override
    public CompletionStage<Map<OwnerId, OwnerRecord>> owners() {
        return engine.owners();
    }

    /** From now on every slot is kept there. */
    synchronized void keepAt(Placement where) {
        placement = where;
    }

    @Override
    public synchronized Optional<Placement> placementOf(SlotAddress at) {
        return Optional.ofNullable(placement);
    }

    @Override
    public Instant now() {
        return engine.now();
    }

    @Override
    public void announce(Announcement news) {
        engine.announce(news);
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
