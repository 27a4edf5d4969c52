// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.store.hazelcast.drill.Change.Kind;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Intended;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Look;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Missed;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Seen;
import dev.rehydrate.store.hazelcast.drill.LifeHistory.Made;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** Judges how the lives of one instance end, and that they do not come back and do not overlap. */
final class EndOfLifeCheck {

    private final LifeHistory history;
    private final InstanceLives lives;
    private final List<Intended> commands;
    private final BiConsumer<Flaw, String> blame;
    private final long quiet;

    EndOfLifeCheck(LifeHistory history, InstanceLives lives, List<Intended> commands, BiConsumer<Flaw, String> blame) {
        this.history = history;
        this.lives = lives;
        this.commands = commands;
        this.blame = blame;
        this.quiet = history.quietSince(change -> change.instance().equals(lives.instance()));
    }

    void judge() {
        for (long life : lives.lives()) {
            if (!findOverlooked(life)) {
                findUnexplained(life);
            }
            findResurrected(life);
        }
        findTwoAtOnce();
    }

    private String name(long life) {
        return "life " + life + " of instance " + lives.instance();
    }

    /** A completion names the last change that it knows of; one that was acknowledged has overlooked none. */
    private boolean findOverlooked(long life) {
        long last = lives.lastChange(life);
        Optional<Made> overlooking = lives.made(life).stream()
                .filter(one -> one.isOf(Kind.COMPLETE))
                .filter(one -> one.change().seen().number() < last)
                .findFirst();
        overlooking.ifPresent(end -> blameLost(life, end.change()));
        return overlooking.isPresent();
    }

    /** Each change that the completion did not know of. */
    private void blameLost(long life, Change end) {
        lives.made(life).stream()
                .filter(one -> one.stays() && one.mark().number() > end.seen().number())
                .forEach(one -> blame.accept(
                        Flaw.LOST,
                        "%s, acknowledged as change %d of %s, is gone by completion %s, which knows of change %d"
                                .formatted(
                                        one.change().entry(),
                                        one.mark().number(),
                                        name(life),
                                        end.entry(),
                                        end.seen().number())));
    }

    private void findUnexplained(long life) {
        firstWithout(life)
                .filter(look -> completions(life, look.at())
                        .noneMatch(end -> isPossible(end) && end.seen().number() >= lives.lastChange(life)))
                .ifPresent(look -> blameUnexplained(life, look));
    }

    /** The first look at which a life that is known is not there: nothing is, or a later life. */
    private Optional<Look> firstWithout(long life) {
        long known = lives.knownSince(life);
        return Stream.concat(
                        lives.missed().stream().map(Missed::look),
                        lives.seen().stream()
                                .filter(one -> one.mark().life() > life)
                                .map(Seen::look))
                .filter(look -> look.sentAt() > known)
                .min(Comparator.comparingLong(Look::at));
    }

    private Stream<Change> completions(long life, long before) {
        return commands.stream()
                .filter(command -> command.at() < before)
                .map(Intended::change)
                .filter(change ->
                        change.kind() == Kind.COMPLETE && change.seen().life() == life);
    }

    private boolean isPossible(Change change) {
        return history.attempts().isPossible(change.entry());
    }

    private void blameUnexplained(long life, Look look) {
        List<Change> ends = completions(life, look.at()).toList();
        Optional<Change> overlooking = ends.stream().filter(this::isPossible).findFirst();
        boolean comesBack = Stream.concat(
                        lives.seen(life).stream().map(one -> one.look().sentAt()),
                        lives.made(life).stream().map(Made::sentAt))
                .anyMatch(at -> at > look.at());
        if (comesBack) {
            blame.accept(Flaw.FALSE_NOT_FOUND, name(life) + ", which is there later");
        } else if (overlooking.isPresent()) {
            blameLost(life, overlooking.get());
        } else if (!ends.isEmpty()) {
            blame.accept(
                    Flaw.DEFINITE_FAILURE_APPLIED,
                    name(life) + " is over, and every completion was told that it was not done");
        } else if (lives.seen().stream().anyMatch(one -> one.look().equals(look))) {
            blame.accept(Flaw.LOST, name(life) + " was never completed, and a later life is in its place");
        } else {
            blame.accept(Flaw.FALSE_NOT_FOUND, name(life) + ", which was never completed");
        }
    }

    private void findResurrected(long life) {
        long endedAt = lives.made(life).stream()
                .filter(one -> one.isOf(Kind.COMPLETE))
                .mapToLong(Made::at)
                .min()
                .orElse(Long.MAX_VALUE);
        Optional<Made> back =
                lives.made(life).stream().filter(one -> one.sentAt() > endedAt).findFirst();
        if (back.isPresent()) {
            blame.accept(
                    Flaw.RESURRECTED,
                    "%s was completed, and %s was acknowledged in it later"
                            .formatted(name(life), back.get().change().entry()));
            return;
        }
        lives.seen(life).stream()
                .filter(one -> one.look().sentAt() > endedAt)
                .findFirst()
                .ifPresent(one -> blame.accept(
                        isOverAfter(life, one.look()) ? Flaw.UNTRUE_READ : Flaw.RESURRECTED,
                        name(life) + " was completed, and is shown later"));
    }

    private boolean isOverAfter(long life, Look look) {
        return Stream.concat(
                        lives.missed().stream().map(Missed::look),
                        lives.seen().stream()
                                .filter(one -> one.mark().life() != life)
                                .map(Seen::look))
                .anyMatch(other -> other.sentAt() > look.at());
    }

    /** A moment within a stretch of time at which a life was there. */
    private record Moment(long from, long to) {}

    /** Loads before the end may show what is old; what was acknowledged, and what is there in the end, is certain. */
    private void findTwoAtOnce() {
        Map<Long, List<Moment>> moments = new TreeMap<>();
        lives.made()
                .forEach(one -> moments.computeIfAbsent(one.mark().life(), none -> new ArrayList<>())
                        .add(new Moment(one.sentAt(), one.at())));
        lives.seen().stream()
                .filter(one -> one.look().sentAt() >= quiet)
                .forEach(one -> moments.computeIfAbsent(one.mark().life(), none -> new ArrayList<>())
                        .add(new Moment(one.look().sentAt(), one.look().at())));
        moments.forEach((life, all) -> {
            long from = all.stream().mapToLong(Moment::to).min().orElseThrow();
            long to = all.stream().mapToLong(Moment::from).max().orElseThrow();
            moments.forEach((other, others) -> {
                if (other != life.longValue() && others.stream().anyMatch(one -> from < one.from() && one.to() < to)) {
                    blame.accept(Flaw.TWO_LIVES, name(Math.min(life, other)) + " and life " + Math.max(life, other));
                }
            });
        });
    }
}
