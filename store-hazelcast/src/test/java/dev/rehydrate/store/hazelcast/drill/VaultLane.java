// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.hazelcast.drill.Event.Answer;
import dev.rehydrate.store.hazelcast.drill.Writer.Loan;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Takes one instance, however long that takes, and saves under that one hold for as long as it is let. */
final class VaultLane extends Lane {

    private final InstanceId instance;
    private final AtomicLong takenAt = new AtomicLong();
    private @Nullable InstanceHandle handle;
    private boolean over;

    VaultLane(Writer writer, InstanceId instance) {
        super(writer);
        this.instance = instance;
    }

    /** {@return when the hold was taken, on the monotonic clock; 0 if it was not taken yet} */
    long takenAt() {
        return takenAt.get();
    }

    @Override
    void next() {
        if (over) {
            return;
        }
        if (handle == null) {
            take();
            return;
        }
        String entry = writer().newEntry();
        Answer answer = save(entry, instance, SaveInstance.of(Entries.adding(entry), AfterSave.KEEP), handle)
                .answer();
        // A command that goes wrong in a way that frees the handle ends the hold, and it is not taken again: another
        // one has it, or will have it.
        over = answer != Answer.SAVED && !handle.isValid();
    }

    private void take() {
        Loan loan = writer().load(instance, () -> writer().handle(instance), LoadInstance.of(LoadMode.hold()));
        if (loan.loaded().isPresent()) {
            handle = loan.handle();
            takenAt.set(System.nanoTime());
        } else {
            loan.close();
        }
    }

    @Override
    void close() {
        if (handle != null) {
            handle.close();
        }
    }
}
