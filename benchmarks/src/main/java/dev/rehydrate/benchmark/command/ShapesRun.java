// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.command;

import dev.rehydrate.benchmark.command.Stage.Scenario;
import dev.rehydrate.benchmark.measure.Contest;
import dev.rehydrate.benchmark.measure.Subject;
import dev.rehydrate.benchmark.peer.Document;
import dev.rehydrate.benchmark.peer.StoreDocuments;
import dev.rehydrate.command.ResumeInstance;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.instance.InstanceId;
import org.jspecify.annotations.Nullable;

/** Whether a command costs what it changes, or what the instance weighs. */
final class ShapesRun {

    private static final int SMALL = 1 << 10;
    private static final int BIG = 256 << 10;
    private static final int MIB = 1 << 20;

    private final Stage stage;
    private final StoreDocuments exact;
    private final StoreDocuments held;

    ShapesRun(Stage stage, StoreDocuments exact, StoreDocuments held) {
        this.stage = stage;
        this.exact = exact;
        this.held = held;
    }

    /** Compares; the small instances may be those of other contests. */
    void run(Herd small) {
        Herd large = Herd.of(exact, Herd.countOf(MIB, stage.pace()), MIB);
        // These stay held while others have their turn.
        Herd kept = Herd.of(exact, Math.min(HeldInstances.AT_ONCE, stage.pace().residents()), SMALL);
        byte[][] notes = Herd.payloads(SMALL);
        Herd big = Herd.of(exact, Herd.countOf(BIG, stage.pace()), BIG);
        stage.measure(
                new Scenario("delta of 1 KB", 0, 1),
                new Contest().with("save of 1 KB", Work.save(small, 1)).with("into 256 KB", saveNote(big, notes)),
                "into 256 KB",
                "save of 1 KB");
        stage.measure(
                new Scenario("release", 0, 1),
                new Contest().with("1 KB", release(small)).with("1 MB", release(large)),
                "1 MB",
                "1 KB");
        stage.measure(
                new Scenario("suspend or resume", 0, 1),
                new Contest().with("1 KB", suspendOrResume(small)).with("1 MB", suspendOrResume(large)),
                "1 MB",
                "1 KB");
        stage.measure(
                new Scenario("save by the holder", SMALL, 1),
                new Contest().with("alone", saveAndKeep(kept)).with("and release", saveAndRelease(small)),
                "and release",
                "alone");
    }

    private Subject saveNote(Herd herd, byte[][] notes) {
        return new Subject() {
            private int turn;

            @Override
            public void call(int caller) {
                Document seen = herd.next(caller, 1);
                herd.now(caller, exact.saveNote(seen, notes[turn++ % notes.length]));
            }
        };
    }

    private Subject release(Herd herd) {
        return new HeldInstances(herd, exact, held) {
            @Override
            void use(Document hold) {
                held.release(hold);
            }
        };
    }

    private Subject saveAndKeep(Herd herd) {
        return new HeldInstances(herd, exact, held) {
            @Override
            void use(Document hold) {
                kept(held.saveAndKeep(hold, herd.otherThan(hold)));
            }
        };
    }

    private Subject saveAndRelease(Herd herd) {
        return new HeldInstances(herd, exact, held) {
            @Override
            void use(Document hold) {
                released(held.save(hold, herd.otherThan(hold)));
            }
        };
    }

    private Subject suspendOrResume(Herd herd) {
        return new Subject() {
            private boolean suspended;
            private @Nullable InstanceId last;

            /** The same instance is resumed, so that all are as they were. */
            @Override
            public void call(int caller) {
                InstanceId id = last;
                if (suspended && id != null) {
                    var unused = exact.execute(id, ResumeInstance.now());
                } else {
                    id = InstanceId.of(herd.next(caller, 1).id());
                    var unused = exact.execute(id, SuspendInstance.because("measured"));
                }
                last = id;
                suspended = !suspended;
            }
        };
    }
}
