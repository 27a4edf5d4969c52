// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.slot;

import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.recording.ChangeLog;
import java.io.IOException;
import java.util.List;

/**
 * The recorded changes of an instance. Times, revisions and sizes are written as differences from the change before, so that a change
 * takes six to ten bytes. A release that does not know the section passes over it, and drops it with its next write: what is recorded
 * is for people, and no rule depends on it.
 */
final class ChangeLogs {

    private ChangeLogs() {}

    static void write(WireOutput out, ChangeLog log) {
        out.section(log, (section, it) -> {
            section.number(it.capacity());
            section.list(it.owners(), Ids::write);
            section.number(it.size());
            Before before = new Before();
            it.forEach((millis, revision, bytes, codes) -> {
                section.signed(millis - before.millis);
                section.signed(revision - before.revision);
                section.signed(bytes - before.bytes);
                section.number(codes.author());
                section.number(codes.events());
                before.set(millis, revision, bytes);
            });
        });
    }

    static ChangeLog read(WireInput in) throws IOException {
        return in.section(section -> {
            int capacity = section.small();
            List<OwnerId> owners = section.list(Ids::owner);
            int size = section.small();
            ChangeLog.Restored restored = ChangeLog.restored(capacity, owners, size);
            Before before = new Before();
            for (int i = 0; i < size; i++) {
                before.set(
                        before.millis + section.signed(),
                        before.revision + section.signed(),
                        before.bytes + section.signed());
                restored.add(before.millis, before.revision, before.bytes, section.number(), section.number());
            }
            return restored.done();
        });
    }

    /** The change before; all numbers are 0 before the first one. */
    private static final class Before {
        private long millis;
        private long revision;
        private long bytes;

        void set(long nextMillis, long nextRevision, long nextBytes) {
            millis = nextMillis;
            revision = nextRevision;
            bytes = nextBytes;
        }
    }
}
