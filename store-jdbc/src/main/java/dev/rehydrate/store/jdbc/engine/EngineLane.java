// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.engine;

import dev.rehydrate.engine.Reply;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.store.jdbc.RowWork;
import dev.rehydrate.store.jdbc.commit.CommitLane;
import dev.rehydrate.store.jdbc.commit.ReadLane;
import dev.rehydrate.store.jdbc.commit.Retries;
import dev.rehydrate.store.jdbc.commit.SlotCache;
import dev.rehydrate.store.jdbc.database.Database;
import dev.rehydrate.time.TimeSource;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The two lanes of a share of the addresses, each with a thread and a connection. */
final class EngineLane {

    private final LaneThread committing;
    private final LaneThread reading;
    private final CommitLane commits;
    private final ReadLane reads;

    EngineLane(Database database, SlotCache cache, TimeSource time, Retries retries, int number) {
        committing = new LaneThread("rehydrate-commit-" + number);
        reading = new LaneThread("rehydrate-read-" + number);
        Database.SlotLane toCommit = database.lane();
        Database.SlotLane toRead = database.lane();
        commits = new CommitLane(toCommit.rows(), cache, time, retries, committing::wakeUp);
        reads = new ReadLane(toRead.rows(), cache, time, retries, reading::wakeUp);
        committing.start(
                new GatheredGroups(commits::waiting, commits::lastGroup, commits::commitNextGroup, Thread::yield),
                () -> end(commits::close, toCommit));
        reading.start(reads::readNextGroup, () -> end(reads::close, toRead));
    }

    private static void end(Runnable lane, Database.SlotLane rows) {
        try (rows) {
            lane.run();
        }
    }

    void onKeysInDoubt(Consumer<SlotAddress> listener) {
        commits.onKeysInDoubt(listener);
    }

    <A> CompletionStage<Reply<A>> commit(SlotAddress at, SlotOperation<A> operation, @Nullable RowWork work) {
        return commits.submit(at, operation, work);
    }

    <A> CompletionStage<Reply<A>> read(SlotAddress at, SlotOperation<A> operation) {
        return reads.submit(at, operation);
    }

    CompletionStage<Slot> readNearest(SlotAddress at, ValueSelection values) {
        return reads.readNearest(at, values);
    }

    int waiting() {
        return commits.waiting() + reads.waiting();
    }

    void close() {
        committing.close();
        reading.close();
    }
}
