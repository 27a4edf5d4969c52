// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.command;

import dev.rehydrate.benchmark.measure.Subject;
import dev.rehydrate.benchmark.peer.Document;
import dev.rehydrate.benchmark.peer.StoreDocuments;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Work on instances whose holds were taken before. Many holds are taken at once, and only then are they used. A load that takes the hold of
 * an instance of 1 MB copies the whole state: right before each call, it would leave the caches of the processor full of it, and the call
 * would pay for that.
 */
abstract class HeldInstances implements Subject {

    /** Of small instances; more than one caller uses in most rounds. */
    static final int AT_ONCE = 1024;

    private final Herd herd;
    private final StoreDocuments exact;
    private final StoreDocuments held;
    private final Deque<Document> holds = new ArrayDeque<>();
    private final List<Document> kept = new ArrayList<>();
    /** What was saved since the herd was looked at last. */
    private final Map<UUID, byte[]> states = new HashMap<>();

    HeldInstances(Herd herd, StoreDocuments exact, StoreDocuments held) {
        this.herd = herd;
        this.exact = exact;
        this.held = held;
    }

    /** Does what is measured with an instance that is held. */
    abstract void use(Document hold);

    /** Notes that an instance was saved, and is still held. */
    void kept(Document hold) {
        states.put(hold.id(), hold.state());
        kept.add(hold);
    }

    /** Notes that an instance was saved, and is not held any more. */
    void released(Document saved) {
        states.put(saved.id(), saved.state());
    }

    @Override
    public void beforeRound() {
        kept.forEach(held::release);
        kept.clear();
        while (holds.size() < Math.min(AT_ONCE, herd.size())) {
            Document seen = herd.next(0, 1);
            byte[] state = states.getOrDefault(seen.id(), seen.state());
            holds.add(new Document(seen.id(), held.load(seen.id()).version(), state));
        }
    }

    @Override
    public void prepare(int caller) {
        if (holds.isEmpty()) {
            beforeRound();
        }
    }

    @Override
    public boolean prepares() {
        return true;
    }

    @Override
    public void call(int caller) {
        use(holds.remove());
    }

    @Override
    public void afterRounds() {
        kept.forEach(held::release);
        kept.clear();
        holds.forEach(held::release);
        holds.clear();
        herd.replaceAll(seen ->
                new Document(seen.id(), exact.load(seen.id()).version(), states.getOrDefault(seen.id(), seen.state())));
        states.clear();
    }
}
