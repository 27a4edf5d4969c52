// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import dev.rehydrate.benchmark.Stage.Scenario;
import dev.rehydrate.benchmark.measure.Contest;
import dev.rehydrate.benchmark.measure.Subject;
import dev.rehydrate.benchmark.peer.Document;
import dev.rehydrate.benchmark.peer.StoreDocuments;
import dev.rehydrate.command.ResumeInstance;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.Revision;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Whether a command costs what it changes, or what the instance weighs. */
final class ShapesRun {

    private static final int SMALL = 1 << 10;
    private static final int BIG = 256 << 10;
    private static final int MIB = 1 << 20;
    private static final int FEW = 64;

    private final Stage stage;
    private final StoreDocuments free;
    private final StoreDocuments held;

    ShapesRun(Stage stage, StoreDocuments free, StoreDocuments held) {
        this.stage = stage;
        this.free = free;
        this.held = held;
    }

    void run() {
        Herd small = Herd.of(free, stage.pace().residents(), SMALL);
        Herd large = Herd.of(free, FEW, MIB);
        // The last of these stays held while others have their turn.
        Herd kept = Herd.of(free, stage.pace().residents(), SMALL);
        byte[][] notes = Herd.payloads(SMALL);
        Herd big = Herd.of(free, FEW, BIG);
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
                new Contest()
                        .with("alone", saveByHolder(kept, held::saveAndKeep))
                        .with("and release", saveByHolder(small, held::save)),
                "and release",
                "alone");
    }

    private Subject saveNote(Herd herd, byte[][] notes) {
        return new Subject() {
            private int turn;

            @Override
            public void call(int caller) {
                Document seen = herd.next(caller, 1);
                herd.now(caller, free.saveNote(seen, notes[turn++ % notes.length]));
            }
        };
    }

    private Subject release(Herd herd) {
        return new WithHold(herd) {
            @Override
            public void call(int caller) {
                held.release(hold());
                released();
            }
        };
    }

    private Subject saveByHolder(Herd herd, BiFunction<Document, byte[], Document> save) {
        return new WithHold(herd) {
            @Override
            public void call(int caller) {
                Document saved = save.apply(hold(), herd.otherThan(hold()));
                if (saved.version() instanceof Revision) {
                    released();
                }
            }
        };
    }

    /** A hold is taken before each call, and given back after it unless the call did. */
    private abstract class WithHold implements Subject {

        private final Herd herd;
        private @Nullable Document hold;

        WithHold(Herd herd) {
            this.herd = herd;
        }

        @Override
        public void prepare(int caller) {
            Document kept = hold;
            if (kept != null) {
                held.release(kept);
            }
            hold = held.load(herd.next(caller, 1).id());
        }

        @Override
        public boolean prepares() {
            return true;
        }

        Document hold() {
            return Objects.requireNonNull(hold);
        }

        void released() {
            hold = null;
        }
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
                    var unused = free.execute(id, ResumeInstance.now());
                } else {
                    id = InstanceId.of(herd.next(caller, 1).id());
                    var unused = free.execute(id, SuspendInstance.because("measured"));
                }
                last = id;
                suspended = !suspended;
            }
        };
    }
}
