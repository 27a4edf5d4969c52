// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.command;

import dev.rehydrate.benchmark.measure.Subject;
import dev.rehydrate.benchmark.peer.Document;
import dev.rehydrate.benchmark.peer.Documents;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What callers do with instances, on any peer. */
final class Work {

    static final int LIFE_TURNS = 4;

    private static final int MOST_CALLERS = 64;

    private Work() {}

    /** {@return a save of the whole state of an instance that is as it was seen} */
    static Subject save(Herd herd, int callers) {
        return caller -> {
            Document seen = herd.next(caller, callers);
            herd.now(caller, herd.documents().save(seen, herd.otherThan(seen)));
        };
    }

    /** {@return a load by id by some of the peer's ways of loading} */
    static Subject load(Herd herd, Documents by) {
        return reading(herd, by::load);
    }

    /** {@return a load by the business key} */
    static Subject loadByKey(Herd herd, Documents by) {
        return reading(herd, by::loadByKey);
    }

    private static Subject reading(Herd herd, Function<UUID, Document> load) {
        return caller -> {
            Document expected = herd.next(caller, 1);
            Document found = load.apply(expected.id());
            Documents.require(found.state().length == expected.state().length, expected.id());
        };
    }

    /** {@return a load by key that takes a hold, which is given back before the next one} */
    static Subject loadByKeyHeld(Herd herd, Documents by, Consumer<Document> release) {
        @Nullable Document[] held = new Document[MOST_CALLERS];
        return new Subject() {
            @Override
            public void prepare(int caller) {
                if (held[caller] != null) {
                    release.accept(held[caller]);
                }
            }

            @Override
            public boolean prepares() {
                return true;
            }

            @Override
            public void call(int caller) {
                held[caller] = by.loadByKey(herd.next(caller, 1).id());
            }

            @Override
            public void afterRounds() {
                for (Document kept : held) {
                    if (kept != null) {
                        release.accept(kept);
                    }
                }
                herd.refresh();
            }
        };
    }

    /** {@return a create, which is completed before the next one} */
    static Subject create(Documents documents, int bytes) {
        byte[][] payloads = Herd.payloads(bytes);
        @Nullable Document[] made = new Document[MOST_CALLERS];
        return new Subject() {
            @Override
            public void prepare(int caller) {
                if (made[caller] != null) {
                    documents.complete(made[caller]);
                }
            }

            @Override
            public boolean prepares() {
                return true;
            }

            @Override
            public void call(int caller) {
                made[caller] = documents.create(UUID.randomUUID(), payloads[0]);
            }
        };
    }

    /**
     * {@return the end of one instance after the other, by one caller} In place of what has ended there is a new one, which has its
     * turn when all others had theirs: an instance that was saved a moment ago would still be in the caches.
     */
    static Subject end(Herd herd, Consumer<Document> end) {
        return replacing(herd, end, ended -> {});
    }

    /**
     * {@return a save in place of each {@linkplain #end end}} The commands for a new instance come before it too: they leave asleep
     * what other instances need, and a call that comes right after one for the same instance takes two thirds of the time.
     */
    static Subject saveBeforeEnd(Herd herd, Consumer<Document> end) {
        return replacing(herd, seen -> herd.documents().save(seen, herd.otherThan(seen)), end);
    }

    /** {@return a call for one instance after the other, each of which then ends, if it has not yet, and has a new one in its place} */
    private static Subject replacing(Herd herd, Consumer<Document> call, Consumer<Document> end) {
        return new Subject() {
            private @Nullable Document last;

            @Override
            public void prepare(int caller) {
                replace(caller);
                last = herd.next(caller, 1);
            }

            private void replace(int caller) {
                if (last != null) {
                    end.accept(last);
                    herd.now(caller, herd.saved(herd.documents(), UUID.randomUUID()));
                }
            }

            @Override
            public boolean prepares() {
                return true;
            }

            @Override
            public void call(int caller) {
                call.accept(Objects.requireNonNull(last));
            }

            /** Others go on with the same instances. */
            @Override
            public void endRound() {
                replace(0);
                last = null;
            }
        };
    }

    /** {@return an instance that is created, loaded by key and saved in turns, and completed} */
    static Subject life(Documents documents, int bytes) {
        byte[][] payloads = Herd.payloads(bytes);
        return caller -> {
            UUID id = UUID.randomUUID();
            Document last = documents.create(id, payloads[0]);
            for (int turn = 1; turn <= LIFE_TURNS; turn++) {
                Document found = documents.loadByKey(id);
                Documents.require(found.state().length == bytes, id);
                last = documents.save(found, payloads[turn]);
            }
            documents.complete(last);
        };
    }
}
