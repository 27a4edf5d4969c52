// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.store.hazelcast.drill.Change.Kind;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Intended;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Missed;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Seen;
import dev.rehydrate.store.hazelcast.drill.LifeHistory.Made;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Judges instances that are completed and created again. Each change adds one entry and one revision, the creation too; a
 * completion ends the life that it names. What was acknowledged is in its life at every later look, until a completion that
 * knew of it ends that life.
 */
final class LifeCheck {

    private final LifeHistory history;
    private final BiConsumer<Flaw, String> blame;

    LifeCheck(LifeHistory history, BiConsumer<Flaw, String> blame) {
        this.history = history;
        this.blame = blame;
    }

    void judge() {
        Map<String, List<Intended>> commands =
                grouped(history.commands(), command -> command.change().instance());
        Map<String, List<Made>> made =
                grouped(history.made(), one -> one.change().instance());
        Map<String, List<Seen>> seen = grouped(history.seen(), one -> one.look().instance());
        Map<String, List<Missed>> missed =
                grouped(history.missed(), one -> one.look().instance());
        Set<String> instances = new TreeSet<>(commands.keySet());
        instances.addAll(seen.keySet());
        for (String instance : instances) {
            List<Intended> all = commands.getOrDefault(instance, List.of());
            InstanceLives lives = new InstanceLives(
                    instance,
                    made.getOrDefault(instance, List.of()),
                    seen.getOrDefault(instance, List.of()),
                    missed.getOrDefault(instance, List.of()));
            new EndOfLifeCheck(history, lives, all, blame).judge();
            new ContentCheck(lives, blame).judge();
            findTwice(all, lives);
            all.forEach(command -> findUntrueRefusal(command, lives));
            findUnseen(instance, all, lives);
        }
    }

    private static <T> Map<String, List<T>> grouped(List<T> all, Function<T, String> by) {
        return all.stream().collect(Collectors.groupingBy(by, TreeMap::new, Collectors.toList()));
    }

    private void findTwice(List<Intended> commands, InstanceLives lives) {
        Map<String, Set<Long>> livesOf = new TreeMap<>();
        Set<String> wrong = new TreeSet<>();
        for (Seen one : lives.seen()) {
            one.entries()
                    .forEach(entry -> livesOf.computeIfAbsent(entry, none -> new TreeSet<>())
                            .add(one.mark().life()));
            if (one.mark().number() != new HashSet<>(one.entries()).size()) {
                wrong.add("life %d of instance %s has %d entries at change %d"
                        .formatted(
                                one.mark().life(),
                                lives.instance(),
                                one.entries().size(),
                                one.mark().number()));
            }
        }
        // One sentence for a life: what is wrong once stays so for all its changes.
        wrong.stream()
                .collect(Collectors.toMap(
                        what -> what.substring(0, what.indexOf(" has ")), what -> what, (some, other) -> some))
                .values()
                .forEach(what -> blame.accept(Flaw.APPLIED_TWICE, what));
        livesOf.forEach((entry, in) -> {
            if (in.size() > 1) {
                blame.accept(
                        Flaw.APPLIED_TWICE, "%s is in lives %s of instance %s".formatted(entry, in, lives.instance()));
            }
            if (!history.knows(entry)) {
                blame.accept(Flaw.ODD, entry + " was never sent");
            }
        });
        commands.forEach(this::findTwoReceipts);
    }

    private void findTwoReceipts(Intended command) {
        String entry = command.change().entry();
        Set<String> receipts = history.attempts().of(entry).stream()
                .filter(attempt -> attempt.answer() == Event.Answer.SAVED)
                .map(attempt -> attempt.mark().etag())
                .collect(Collectors.toCollection(TreeSet::new));
        if (receipts.size() > 1) {
            blame.accept(Flaw.APPLIED_TWICE, "%s was acknowledged as %s".formatted(entry, receipts));
        }
    }

    private void findUntrueRefusal(Intended command, InstanceLives lives) {
        Change change = command.change();
        long seenAt = lives.seen().stream()
                .filter(one -> one.entries().contains(change.entry()))
                .mapToLong(one -> one.look().at())
                .min()
                .orElse(Long.MAX_VALUE);
        long savedAt = history.attempts()
                .acknowledgement(change.entry())
                .map(Event.Answered::at)
                .orElse(Long.MAX_VALUE);
        long appliedAt = Math.min(seenAt, savedAt);
        if (appliedAt < Long.MAX_VALUE) {
            history.attempts()
                    .untrueRefusal(change.entry(), appliedAt, !change.seen().isNone())
                    .ifPresent(refused -> blame.accept(
                            Flaw.DEFINITE_FAILURE_APPLIED,
                            "%s %s of instance %s was told %s"
                                    .formatted(change.kind(), change.entry(), change.instance(), refused.answer())));
        }
    }

    private void findUnseen(String instance, List<Intended> commands, InstanceLives lives) {
        long quiet = history.quietSince(change -> change.instance().equals(instance));
        List<Long> looks = new ArrayList<>();
        lives.seen().forEach(one -> looks.add(one.look().sentAt()));
        lives.missed().forEach(one -> looks.add(one.look().sentAt()));
        boolean removed = commands.stream().allMatch(command -> command.change().kind() == Kind.REMOVE);
        if (!removed && looks.stream().noneMatch(at -> at >= quiet)) {
            blame.accept(Flaw.ODD, "instance " + instance + " was not looked at in the end");
        }
    }
}
