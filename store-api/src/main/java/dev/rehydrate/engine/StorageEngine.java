// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.engine;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.InspectSlot;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.slot.scan.RecordPage;
import dev.rehydrate.slot.scan.ScanPage;
import dev.rehydrate.slot.scan.ScanPosition;
import dev.rehydrate.slot.scan.SlotScan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All that a provider has to supply: atomic read-modify-write on single slots, scans, a table of owners, and a way to wake
 * the other stores over the same data. It decides nothing; every rule is in the operation it is given.
 *
 * <p>Methods are called by many threads at once, must not block, and fail only with {@link StorageException}, as
 * exceptional completion. A stage may be completed in any thread; what is attached to it does not block either.
 */
public interface StorageEngine extends AutoCloseable {

    /**
     * Runs an operation on the slot at an address: reads the slot, lets the operation decide with the clock of the store,
     * and stores what it says, with nothing in between. A slot that is {@linkplain Slot#isBlank() blank} is removed. The
     * operation may be run again after a failure, never beside another on the same slot.
     *
     * @param at the address
     * @param operation what to do
     * @param <A> the type of the answer
     * @return the answer or the refusal, after it is as durable as the provider promises
     */
    <A> CompletionStage<Reply<A>> apply(SlotAddress at, SlotOperation<A> operation);

    /**
     * Reads a slot from the nearest copy, which may be a little old, without what has expired.
     *
     * @param at the address
     * @param values which values to read; the slot has no bytes of the others
     * @return the slot; {@link Slot#EMPTY} if nothing is stored
     */
    default CompletionStage<Slot> readNearest(SlotAddress at, ValueSelection values) {
        return apply(at, new InspectSlot(Set.of(), values)).thenApply(reply -> ((Reply.Done<Slot>) reply).answer());
    }

    /**
     * Reads what is stored at an address as it is, and makes nothing of it: for people who want to keep a damaged record before it is removed. Changes nothing,
     * and is up to date.
     *
     * @param at the address
     * @return its rows; empty if nothing is stored. Fails with {@link UnsupportedOperationException} if this engine has no form in which it could show them
     */
    default CompletionStage<List<StoredRow>> storedRows(SlotAddress at) {
        return CompletableFuture.failedFuture(new UnsupportedOperationException(
                "this store cannot show a record as it is stored: it is no database, but in memory"));
    }

    /**
     * Finds slots. Slots that change meanwhile may or may not be found.
     *
     * @param scan which slots
     * @param limit how many at most
     * @return their addresses, in no particular order
     */
    CompletionStage<List<SlotAddress>> scan(SlotScan scan, int limit);

    /**
     * Walks on through the instances that want to run, from the one that is due longest: what a store leaves to others does not
     * hide what is behind it. Of what does not change meanwhile a walk from the beginning to the end finds each exactly once.
     *
     * <p>An engine that has no order of due times looks through all slots for each page, in the order of their addresses.
     *
     * @param scan which ones
     * @param after the position to go on behind, or null to begin
     * @param limit how many at most, at least 1
     * @return the next page of the walk
     */
    default CompletionStage<ScanPage> walk(SlotScan.ToRun scan, @Nullable ScanPosition after, int limit) {
        int all = Integer.MAX_VALUE;
        CompletionStage<List<SlotAddress>> found = after != null
                ? scan(scan, all)
                : scan(scan, limit)
                        .thenCompose(some ->
                                some.size() < limit ? CompletableFuture.completedFuture(some) : scan(scan, all));
        return found.thenApply(slots -> ScanPage.byAddress(slots, after, limit));
    }

    /**
     * Tells which parts of the slots the store of this engine sweeps in the next period. All engines over the same data
     * together sweep every part, and no part is swept by two of them for long.
     *
     * @param period how often the store asks
     * @return numbers that {@link #scanPart} understands; empty if other stores do it all
     */
    default CompletionStage<List<Integer>> partsToSweep(Duration period) {
        return CompletableFuture.completedFuture(List.of(0));
    }

    /**
     * Finds slots in one of the {@linkplain #partsToSweep parts}, without delay for the operations on these slots.
     *
     * @param part the part; one that is no longer this engine's may be empty
     * @param scan which slots
     * @param limit how many at most
     * @return their addresses, in no particular order
     */
    default CompletionStage<List<SlotAddress>> scanPart(int part, SlotScan scan, int limit) {
        return scan(scan, limit);
    }

    /**
     * Finds the owners that hold an instance in some of the {@linkplain #partsToSweep parts}: at least those that hold one since before the call and of which there
     * is no record. Called once in each sweep. Nothing else leads to what such an owner holds, as that of a command that was carried out after the record was removed.
     *
     * @param parts the parts, all that a sweep has looked at; one that is no longer this engine's may be empty
     * @return the owners, in no particular order; an engine that does not override this finds none, and fails rule W-09 of the conformance kit
     */
    default CompletionStage<Set<OwnerId>> holdersIn(Set<Integer> parts) {
        return CompletableFuture.completedFuture(Set.of());
    }

    /**
     * Returns when the next instance of a host type that no owner holds becomes due.
     *
     * @param hostType the host type
     * @param after the moment from which on to look
     * @return the earliest due time later than that moment, or empty if there is none
     */
    CompletionStage<Optional<Instant>> nextDue(String hostType, Instant after);

    /**
     * Answers a query over all instances. Each instance of the page is as it was at one moment, with the values that the query
     * selects and without the bytes of others.
     *
     * @param query which instances, in which order, how many, with which values
     * @return the page that was asked for
     */
    CompletionStage<RecordPage> query(InstanceQuery query);

    /**
     * Adds an owner.
     *
     * @param owner the owner, whose id is new
     * @return completes when every store can see it
     */
    CompletionStage<Void> addOwner(OwnerRecord owner);

    /**
     * Moves the beat of an owner.
     *
     * @param owner the owner
     * @param beat the new counter
     * @return false if there is no such owner any more or it has expired, which is final
     */
    CompletionStage<Boolean> beat(OwnerId owner, long beat);

    /**
     * Declares an owner {@linkplain OwnerRecord#asExpired() expired} for all stores. Its record stays until it is removed,
     * so that also a store that is opened later looks for what the owner held. Without effect if there is none.
     *
     * @param owner the owner
     * @return completes when every store can see it
     */
    CompletionStage<Void> expireOwner(OwnerId owner);

    /**
     * Declares an owner expired at its own wish, as {@link #expireOwner} does, and lets people see that it has
     * {@linkplain OwnerRecord#asRetired() retired}. One that has expired before stays only expired.
     *
     * @param owner the owner
     * @return completes when every store can see it
     */
    default CompletionStage<Void> retireOwner(OwnerId owner) {
        return expireOwner(owner);
    }

    /**
     * Removes an owner, which has thereby expired for all stores. Without effect if there is none.
     *
     * @param owner the owner
     * @return completes when no store can see it any more
     */
    CompletionStage<Void> removeOwner(OwnerId owner);

    /**
     * Reads all owners.
     *
     * @return the owners by id, up to date
     */
    CompletionStage<Map<OwnerId, OwnerRecord>> owners();

    /**
     * Reads the beats of some owners, and all owners only if the roster is not the one that the store knows. A look at rest
     * costs what is watched, not what there is.
     *
     * @param watched whose beats to read
     * @param roster the {@linkplain OwnerNews#roster() roster} that the store knows, or {@link OwnerNews#UNKNOWN}
     * @return what has changed, up to date
     */
    default CompletionStage<OwnerNews> watch(Set<OwnerId> watched, long roster) {
        return owners().thenApply(all -> OwnerNews.of(all, watched, roster));
    }

    /**
     * Tells whether {@link #beatAndWatch} is one call of this engine. If it is, a store makes this call in the place of one for
     * each heartbeat and one for the look at others.
     *
     * @return false unless an engine says otherwise: the store then calls {@link #beat} and {@link #watch}, and none of these
     *     calls waits for another
     */
    default boolean beatsAndWatches() {
        return false;
    }

    /**
     * Moves the beats of owners, and reads those of others as {@link #watch} does, in one call. A store at rest makes hardly any
     * other. If the call fails, none of it counts as done, and all of it may have been.
     *
     * @param beats the new counters of owners of the caller
     * @param watched whose beats to read
     * @param roster the {@linkplain OwnerNews#roster() roster} that the store knows, or {@link OwnerNews#UNKNOWN}
     * @return whose beats were not moved, and what has changed, up to date
     */
    default CompletionStage<BeatAnswer> beatAndWatch(Map<OwnerId, Long> beats, Set<OwnerId> watched, long roster) {
        Set<OwnerId> refused = ConcurrentHashMap.newKeySet();
        CompletableFuture<?>[] moved = beats.entrySet().stream()
                .map(each -> beat(each.getKey(), each.getValue())
                        .thenAccept(known -> {
                            if (!known) {
                                refused.add(each.getKey());
                            }
                        })
                        .toCompletableFuture())
                .toArray(CompletableFuture[]::new);
        return CompletableFuture.allOf(moved)
                .thenCompose(all -> watch(watched, roster))
                .thenApply(news -> new BeatAnswer(refused, news));
    }

    /**
     * Sends an announcement to all stores over the same data, this one included. Best effort: a store that misses it finds
     * out by polling.
     *
     * @param news what to tell
     */
    void announce(Announcement news);

    /**
     * Sets what to call when a store, this one included, announces something. Called once, before anything else.
     *
     * @param listener must not block
     */
    void onAnnouncement(Consumer<Announcement> listener);

    /**
     * Tells the time by which operations decide. A cluster has one time, also where a machine's clock is wrong.
     *
     * @return the time
     */
    Instant now();

    /**
     * Tells whether callers may look for an answer a few times, and give the processor away between two looks, before they sleep. That
     * is worth it while a thread of this process makes the answer. Of one that comes from another process, threads that send and receive
     * would each time find one message where they find several if callers sleep.
     *
     * @return whether they may; asked for each command, and answered at once
     */
    default boolean callersMayLook() {
        return true;
    }

    /**
     * Names who runs what users attach to asynchronous answers. Stages may be completed in threads that must not be kept,
     * such as those that serve all slots; callbacks may block.
     *
     * @return runs tasks; {@code Runnable::run} if the threads that complete stages may be kept
     */
    default Executor callbackExecutor() {
        return Runnable::run;
    }

    /**
     * Returns where a slot is kept, as far as that is known locally, without I/O.
     *
     * @param at the address
     * @return the place, or empty for an engine of one process, and while it is not known
     */
    default Optional<Placement> placementOf(SlotAddress at) {
        return Optional.empty();
    }

    /**
     * Returns engine statistics that are known locally, without I/O.
     *
     * @return the figures; after {@link #close()} what is left of them
     */
    default EngineFacts facts() {
        return new EngineFacts("process", 1, 1, 0);
    }

    /**
     * Counts the calls that pause before a retry, until a task runs that they have given to the time source. Who moves time by
     * hand does not wait for their answers.
     *
     * @return how many calls of this engine only time can bring on; 0 for an engine that does not pause
     */
    default int pausedCalls() {
        return 0;
    }

    /**
     * Looks for what is not as it should be, though operations are answered.
     *
     * @return for people, the worst first; empty if all is well
     */
    default CompletionStage<List<String>> healthIssues() {
        return CompletableFuture.completedFuture(List.of());
    }

    /**
     * Looks for what keeps commands from being answered, or from being answered for a part of the data.
     *
     * @return for people, the worst first; empty if all commands are answered
     */
    default CompletionStage<List<String>> outages() {
        return CompletableFuture.completedFuture(List.of());
    }

    /**
     * Sets what to call when a part of the data was lost with all its copies. Called once, before anything else.
     *
     * @param listener must not block
     */
    default void onDataLoss(Consumer<DataLoss> listener) {}

    /**
     * Sets what to call with each instance that has lost the claim on a key because the two sides of a split were merged slot by slot: it
     * may still list the key. An engine whose commits can be lost, as in a failover, calls it with each instance that has taken or lost a key since then.
     * Called once, before anything else.
     *
     * @param listener must not block. What it returns is completed when the store has done with the instance; if this engine is closed
     *     before, another store has to look at the instance.
     */
    default void onMerge(Function<SlotAddress, CompletionStage<Void>> listener) {}

    /** Frees what this engine uses; what is stored stays for other stores over the same data. */
    @Override
    void close();
}
