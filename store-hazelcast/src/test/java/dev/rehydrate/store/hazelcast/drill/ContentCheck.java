// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.store.hazelcast.drill.LifeEvent.Seen;
import dev.rehydrate.store.hazelcast.drill.LifeHistory.Made;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** Judges what loads have shown of a life, against what was acknowledged in it and what other loads have shown. */
final class ContentCheck {

    private final InstanceLives lives;
    private final BiConsumer<Flaw, String> blame;

    ContentCheck(InstanceLives lives, BiConsumer<Flaw, String> blame) {
        this.lives = lives;
        this.blame = blame;
    }

    void judge() {
        for (long life : lives.lives()) {
            List<Made> made = lives.made(life).stream().filter(Made::stays).toList();
            List<Seen> seen = lives.seen(life);
            Set<String> acknowledged = new HashSet<>();
            made.forEach(one -> {
                acknowledged.add(one.change().entry());
                findLost(one, seen);
            });
            findClashes(made);
            findGone(acknowledged, seen);
        }
    }

    /** One that is missed in one look, and was there afterwards, was not shown, and is not lost. */
    private void findLost(Made one, List<Seen> seen) {
        String entry = one.change().entry();
        for (Seen look : seen) {
            boolean later = look.mark().number() >= one.mark().number();
            if (look.entries().contains(entry) || !(later || look.look().sentAt() > one.at())) {
                continue;
            }
            boolean there = isThereAfter(look, one, seen);
            blame.accept(
                    there ? Flaw.UNTRUE_READ : Flaw.LOST,
                    "%s %s of instance %s, acknowledged as change %d, is not there at change %d"
                            .formatted(
                                    one.change().kind(),
                                    entry,
                                    lives.instance(),
                                    one.mark().number(),
                                    look.mark().number()));
            return;
        }
    }

    private static boolean isThereAfter(Seen look, Made one, List<Seen> seen) {
        return seen.stream()
                .anyMatch(other -> other.look().sentAt() > look.look().at()
                        && other.entries().contains(one.change().entry()));
    }

    /** Two changes that were acknowledged as the same change of the same life: one of them went under. */
    private void findClashes(List<Made> made) {
        Map<Long, Made> byNumber = new HashMap<>();
        for (Made one : made) {
            Made other = byNumber.putIfAbsent(one.mark().number(), one);
            if (other != null) {
                blame.accept(
                        Flaw.LOST,
                        "%s and %s of instance %s were both acknowledged as change %d of life %d"
                                .formatted(
                                        other.change().entry(),
                                        one.change().entry(),
                                        lives.instance(),
                                        one.mark().number(),
                                        one.mark().life()));
            }
        }
    }

    /** What a load shows, and a later one of the same life does not, was in doubt: it should not have been shown. */
    private void findGone(Set<String> acknowledged, List<Seen> seen) {
        Map<String, Long> shownAt = new HashMap<>();
        for (Seen one : seen) {
            one.entries().stream()
                    .filter(entry -> !acknowledged.contains(entry))
                    .forEach(entry -> shownAt.merge(entry, one.look().at(), Math::min));
        }
        shownAt.forEach((entry, at) -> seen.stream()
                .filter(one -> one.look().sentAt() > at && !one.entries().contains(entry))
                .findFirst()
                .ifPresent(one -> blame.accept(
                        Flaw.UNTRUE_READ,
                        "%s of instance %s was shown, was not acknowledged, and is not there at change %d"
                                .formatted(entry, lives.instance(), one.mark().number()))));
    }
}
