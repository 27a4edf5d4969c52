// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.store.hazelcast.drill.Event.Answered;
import dev.rehydrate.store.hazelcast.drill.Event.Created;
import dev.rehydrate.store.hazelcast.drill.Event.Listed;
import dev.rehydrate.store.hazelcast.drill.Event.Looked;
import dev.rehydrate.store.hazelcast.drill.Event.Odd;
import dev.rehydrate.store.hazelcast.drill.Event.Result;
import dev.rehydrate.store.hazelcast.drill.Event.Sent;
import dev.rehydrate.store.hazelcast.drill.Event.Shown;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Repeated;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Judges what the nodes of a drill have seen, all events of all nodes together. Here are the instances that live from the
 * beginning to the end; {@link LifeCheck} judges those that are completed and created again, {@link KeyCheck} keys that move,
 * {@link EtagCheck} what ETags name.
 */
public final class HistoryCheck {

    private final Map<String, Long> createdAt = new HashMap<>();
    private final Map<String, Sent> sent = new LinkedHashMap<>();
    private final Attempts attempts = new Attempts();
    private final List<Looked> looks = new ArrayList<>();
    private final List<Listed> lists = new ArrayList<>();
    private final Map<String, List<Shown>> shown = new TreeMap<>();
    private final LifeHistory lives = new LifeHistory(attempts);
    private final Map<Flaw, List<String>> flaws = new EnumMap<>(Flaw.class);
    private long longestNanos;

    private HistoryCheck(Collection<Event> history) {
        history.forEach(this::take);
    }

    public static Findings of(Collection<Event> history) {
        return new HistoryCheck(history).findings();
    }

    private void take(Event event) {
        if (event instanceof Created created) {
            createdAt.put(created.instance(), created.at());
        } else if (event instanceof Sent command) {
            sent.put(command.entry(), command);
        } else if (event instanceof Answered answered) {
            attempts.add(answered);
            longestNanos = Math.max(longestNanos, answered.at() - answered.sentAt());
        } else if (event instanceof Looked look) {
            looks.add(look);
            longestNanos = Math.max(longestNanos, look.at() - look.sentAt());
        } else if (event instanceof Listed list) {
            lists.add(list);
        } else if (event instanceof Shown one) {
            shown.computeIfAbsent(one.instance(), instance -> new ArrayList<>()).add(one);
        } else if (event instanceof Odd odd) {
            blame(Flaw.ODD, odd.what());
        } else if (event instanceof Repeated repeat) {
            attempts.addRepeat(repeat.attempt());
        } else {
            lives.take((LifeEvent) event);
        }
    }

    private void blame(Flaw flaw, String what) {
        flaws.computeIfAbsent(flaw, none -> new ArrayList<>()).add(what);
    }

    private Findings findings() {
        createdAt.keySet().stream()
                .filter(instance -> !shown.containsKey(instance))
                .forEach(instance -> blame(Flaw.ODD, "instance " + instance + " was not looked at in the end"));
        findLost();
        findAppliedTwice();
        findStaleAccepted();
        findFalseNotFound();
        lists.forEach(this::findLeftOut);
        findDefiniteFailureApplied();
        findStrangers();
        new LifeCheck(lives, this::blame).judge();
        new KeyCheck(lives, this::blame).judge();
        new EtagCheck(lives, sent.values(), this::blame).judge();
        long acknowledged =
                sent.keySet().stream().filter(attempts::isAcknowledged).count() + lives.acknowledged();
        return new Findings(acknowledged, flaws, attempts.repeats(), attempts.undecided(), longestNanos / 1_000_000);
    }

    private List<Shown> shown(Sent command) {
        return shown.getOrDefault(command.instance(), List.of());
    }

    private void findLost() {
        for (Sent command : sent.values()) {
            long without = shown(command).stream()
                    .filter(one -> !one.entries().contains(command.entry()))
                    .count();
            attempts.acknowledgement(command.entry())
                    .filter(saved -> without > 0)
                    .ifPresent(saved -> blame(
                            Flaw.LOST,
                            "%s of instance %s, saved as revision %d, is not there when %d of %d look"
                                    .formatted(
                                            command.entry(),
                                            command.instance(),
                                            saved.revision(),
                                            without,
                                            shown(command).size())));
        }
    }

    /** Every save adds one entry and one revision, so that there are as many of one as of the other. */
    private void findAppliedTwice() {
        shown.forEach((instance, all) -> {
            Shown longest =
                    all.stream().max(Comparator.comparingLong(Shown::revision)).orElseThrow();
            long entries = new HashSet<>(longest.entries()).size();
            if ((longest.revision() > 0 && longest.revision() - 1 != entries)
                    || entries != longest.entries().size()) {
                blame(
                        Flaw.APPLIED_TWICE,
                        "instance %s has revision %d and %d entries, %d of them different"
                                .formatted(
                                        instance,
                                        longest.revision(),
                                        longest.entries().size(),
                                        entries));
            }
        });
    }

    /** A save under a token that was smaller than one before it: before in revisions, or before in time. */
    private void findStaleAccepted() {
        Map<String, List<Grant>> grants = grants();
        sent.values()
                .forEach(command -> attempts.acknowledgement(command.entry())
                        .ifPresent(save -> grants.getOrDefault(command.instance(), List.of()).stream()
                                .filter(grant -> grant.token() > save.token()
                                        && (grant.at() < command.at()
                                                || (grant.revision() > 0 && grant.revision() < save.revision())))
                                .findFirst()
                                .ifPresent(grant -> blame(
                                        Flaw.STALE_ACCEPTED,
                                        "%s of instance %s was saved under token %d after token %d was given"
                                                .formatted(
                                                        command.entry(),
                                                        command.instance(),
                                                        save.token(),
                                                        grant.token())))));
    }

    /**
     * An owner was seen to have a token.
     *
     * @param token the token
     * @param revision the revision that was made under it, or 0
     * @param at when that was known
     */
    private record Grant(long token, long revision, long at) {}

    private Map<String, List<Grant>> grants() {
        Map<String, List<Grant>> grants = new HashMap<>();
        looks.stream()
                .filter(look -> look.token() > 0)
                .forEach(look -> grants.computeIfAbsent(look.instance(), instance -> new ArrayList<>())
                        .add(new Grant(look.token(), 0, look.at())));
        sent.values()
                .forEach(command -> attempts.acknowledgement(command.entry())
                        .ifPresent(save -> grants.computeIfAbsent(command.instance(), instance -> new ArrayList<>())
                                .add(new Grant(save.token(), save.revision(), save.at()))));
        return grants;
    }

    private void findFalseNotFound() {
        looks.stream()
                .filter(look -> look.result() == Result.NOT_FOUND || look.result() == Result.ENDED)
                .filter(look -> createdAt.getOrDefault(look.instance(), Long.MAX_VALUE) < look.sentAt())
                .forEach(look -> blame(Flaw.FALSE_NOT_FOUND, "instance " + look.instance()));
        shown.forEach((instance, all) -> all.stream()
                .filter(one -> one.revision() == 0)
                .forEach(one -> blame(Flaw.FALSE_NOT_FOUND, "instance " + instance + " in the end")));
    }

    /** No instance is moved in these orders, so that each one is on one page. */
    private void findLeftOut(Listed list) {
        createdAt.forEach((instance, at) -> {
            int times = at < list.sentAt() ? Collections.frequency(list.instances(), instance) : 1;
            if (times != 1) {
                blame(
                        times == 0 ? Flaw.FALSE_NOT_FOUND : Flaw.ODD,
                        "instance %s is %d times on the pages in the order of %s, of %d instances"
                                .formatted(
                                        instance,
                                        times,
                                        list.order(),
                                        list.instances().size()));
            }
        });
    }

    /** Of these commands only those that expect a revision can be told of a mismatch. */
    private void findDefiniteFailureApplied() {
        for (Sent command : sent.values()) {
            boolean there =
                    shown(command).stream().anyMatch(one -> one.entries().contains(command.entry()));
            long appliedAt =
                    attempts.acknowledgement(command.entry()).map(Answered::at).orElse(Long.MAX_VALUE);
            if (there || appliedAt < Long.MAX_VALUE) {
                attempts.untrueRefusal(command.entry(), appliedAt, true)
                        .ifPresent(refused -> blame(
                                Flaw.DEFINITE_FAILURE_APPLIED,
                                "%s of instance %s: %s"
                                        .formatted(command.entry(), command.instance(), refused.answer())));
            }
        }
    }

    private void findStrangers() {
        Set<String> strangers = new HashSet<>();
        shown.values().forEach(all -> all.forEach(one -> strangers.addAll(one.entries())));
        strangers.removeAll(sent.keySet());
        strangers.forEach(entry -> blame(Flaw.ODD, entry + " was never sent"));
    }
}
