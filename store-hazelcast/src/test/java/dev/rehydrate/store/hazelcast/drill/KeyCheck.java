// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.store.hazelcast.drill.Change.Kind;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Look;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Missed;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Seen;
import dev.rehydrate.store.hazelcast.drill.LifeHistory.Made;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * Judges further keys: each belongs to one instance at most, leads to it for as long as it belongs to it, and is listed by the
 * instance whose data say so. A stretch of time in which a key certainly belonged to an instance goes from the end of the
 * command that took it to the beginning of the last one that has proved that it was still there.
 */
final class KeyCheck {

    private final LifeHistory history;
    private final BiConsumer<Flaw, String> blame;
    private final Set<String> wrong = new TreeSet<>();

    KeyCheck(LifeHistory history, BiConsumer<Flaw, String> blame) {
        this.history = history;
        this.blame = blame;
    }

    void judge() {
        history.seen().forEach(this::findTorn);
        Map<String, List<Stretch>> stretches = new HashMap<>();
        stretches()
                .forEach(one -> stretches
                        .computeIfAbsent(one.key(), none -> new ArrayList<>())
                        .add(one));
        stretches.forEach(this::findTwoOwners);
        for (Missed one : history.missed()) {
            stretches.getOrDefault(one.look().key(), List.of()).stream()
                    .filter(stretch -> stretch.covers(one.look()))
                    .forEach(stretch -> wrong.add("key %s leads nowhere, it belongs to instance %s"
                            .formatted(stretch.key(), stretch.instance())));
        }
        wrong.forEach(what -> blame.accept(Flaw.KEY_WRONG, what));
    }

    private void findTorn(Seen one) {
        String instance = one.look().instance();
        for (String key : one.keys()) {
            if (key.endsWith("=?") || key.contains("!")) {
                wrong.add("instance %s lists other keys than its data say: %s".formatted(instance, key));
            }
        }
        String asked = one.look().key();
        if (!asked.isEmpty() && one.keys().stream().noneMatch(key -> key.startsWith(asked + "="))) {
            wrong.add("key %s leads to instance %s, which does not list it".formatted(asked, instance));
        }
    }

    /** A key certainly belonged to an instance; to no moment at all if it ends before it begins. */
    private record Stretch(String key, String instance, String entry, long from, long to) {

        boolean covers(Look look) {
            return from < look.sentAt() && look.at() < to;
        }

        boolean overlaps(Stretch other) {
            return Math.max(from, other.from) < Math.min(to, other.to);
        }
    }

    private List<Stretch> stretches() {
        List<Stretch> all = new ArrayList<>();
        Map<String, List<Made>> made = new HashMap<>();
        history.made()
                .forEach(one -> made.computeIfAbsent(
                                one.change().instance() + " " + one.mark().life(), none -> new ArrayList<>())
                        .add(one));
        made.values()
                .forEach(life -> life.stream()
                        .filter(one -> !one.change().key().isEmpty() && !one.isOf(Kind.GIVE))
                        .forEach(taken -> all.add(stretch(taken, life))));
        all.addAll(inTheEnd());
        return all;
    }

    /** A command that comes after the taking in the order of changes was sent while the key was there, until one moves it. */
    private Stretch stretch(Made taken, List<Made> life) {
        Change change = taken.change();
        long moved = life.stream()
                .filter(one -> one.mark().number() > taken.mark().number())
                .filter(one -> one.change().key().equals(change.key()) || one.isOf(Kind.COMPLETE))
                .mapToLong(one -> one.mark().number())
                .min()
                .orElse(Long.MAX_VALUE);
        long to = isGiftInDoubt(change)
                ? taken.sentAt()
                : life.stream()
                        .filter(one -> one.mark().number() > taken.mark().number()
                                && one.mark().number() <= moved)
                        .mapToLong(Made::sentAt)
                        .max()
                        .orElse(taken.sentAt());
        return new Stretch(change.key(), change.instance(), change.entry(), taken.at(), to);
    }

    private boolean isGiftInDoubt(Change taken) {
        return history.commands().stream()
                .map(LifeEvent.Intended::change)
                .filter(change -> change.kind() == Kind.GIVE
                        && change.key().equals(taken.key())
                        && change.instance().equals(taken.instance()))
                .anyMatch(change -> history.attempts().isPossible(change.entry())
                        && !history.attempts().isAcknowledged(change.entry()));
    }

    /** When all is over, what a node has seen stays so until the last one has looked. */
    private List<Stretch> inTheEnd() {
        long quiet = history.quietSince(change -> true);
        long last = history.missed().stream()
                .map(Missed::look)
                .mapToLong(Look::at)
                .max()
                .orElse(0);
        long end = Math.max(
                last,
                history.seen().stream().mapToLong(one -> one.look().at()).max().orElse(0));
        List<Stretch> all = new ArrayList<>();
        for (Seen one : history.seen()) {
            if (one.look().sentAt() < quiet) {
                continue;
            }
            for (String key : one.keys()) {
                String name = key.replaceAll("[=!].*", "");
                all.add(new Stretch(name, one.look().instance(), key, quiet, end + 1));
            }
        }
        return all;
    }

    private void findTwoOwners(String key, List<Stretch> stretches) {
        for (Stretch one : stretches) {
            for (Stretch other : stretches) {
                if (one.instance().compareTo(other.instance()) < 0 && one.overlaps(other)) {
                    wrong.add("key %s belongs to instances %s and %s".formatted(key, one.instance(), other.instance()));
                }
            }
        }
    }
}
