// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.store.hazelcast.drill.Event.Answer;
import dev.rehydrate.store.hazelcast.drill.Event.Answered;
import dev.rehydrate.store.hazelcast.drill.Event.Created;
import dev.rehydrate.store.hazelcast.drill.Event.Looked;
import dev.rehydrate.store.hazelcast.drill.Event.Odd;
import dev.rehydrate.store.hazelcast.drill.Event.Result;
import dev.rehydrate.store.hazelcast.drill.Event.Sent;
import dev.rehydrate.store.hazelcast.drill.Event.Shown;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Judges what the nodes of a drill have seen, all events of all nodes together. */
final class HistoryCheck {

    private final Map<String, Long> createdAt = new HashMap<>();
    private final Map<String, Sent> sent = new LinkedHashMap<>();
    private final Map<String, List<Answered>> answers = new HashMap<>();
    private final List<Looked> looks = new ArrayList<>();
    private final Map<String, List<Shown>> shown = new TreeMap<>();
    private final List<String> odd = new ArrayList<>();

    private HistoryCheck(Collection<Event> history) {
        history.forEach(this::take);
    }

    static Findings of(Collection<Event> history) {
        return new HistoryCheck(history).findings();
    }

    private void take(Event event) {
        if (event instanceof Created created) {
            createdAt.put(created.instance(), created.at());
        } else if (event instanceof Sent command) {
            sent.put(command.entry(), command);
        } else if (event instanceof Answered answered) {
            answers.computeIfAbsent(answered.entry(), entry -> new ArrayList<>())
                    .add(answered);
        } else if (event instanceof Looked look) {
            looks.add(look);
        } else if (event instanceof Shown one) {
            shown.computeIfAbsent(one.instance(), instance -> new ArrayList<>()).add(one);
        } else {
            odd.add(((Odd) event).what());
        }
    }

    private Findings findings() {
        createdAt.keySet().stream()
                .filter(instance -> !shown.containsKey(instance))
                .forEach(instance -> odd.add("nobody has looked at instance " + instance + " in the end"));
        return new Findings(
                sent.keySet().stream().filter(this::isAcknowledged).count(),
                lost(),
                appliedTwice(),
                staleAccepted(),
                falseNotFound(),
                definiteFailureApplied(),
                withStrangers(),
                maxStallMillis());
    }

    private boolean isAcknowledged(String entry) {
        return saved(entry) != null;
    }

    private Answered saved(String entry) {
        return answers(entry).stream()
                .filter(answered -> answered.answer() == Answer.SAVED)
                .findFirst()
                .orElse(null);
    }

    private List<Answered> answers(String entry) {
        return answers.getOrDefault(entry, List.of());
    }

    private List<String> lost() {
        List<String> lost = new ArrayList<>();
        for (Sent command : sent.values()) {
            long without = shown.getOrDefault(command.instance(), List.of()).stream()
                    .filter(one -> !one.entries().contains(command.entry()))
                    .count();
            if (without > 0 && isAcknowledged(command.entry())) {
                lost.add("%s of instance %s, saved as revision %d, is not there when %d of %d look"
                        .formatted(
                                command.entry(),
                                command.instance(),
                                saved(command.entry()).revision(),
                                without,
                                shown.get(command.instance()).size()));
            }
        }
        return lost;
    }

    /** Every save adds one entry and one revision, so that there are as many of one as of the other. */
    private List<String> appliedTwice() {
        List<String> twice = new ArrayList<>();
        shown.forEach((instance, all) -> {
            Shown longest =
                    all.stream().max(Comparator.comparingLong(Shown::revision)).orElseThrow();
            long entries = new HashSet<>(longest.entries()).size();
            if ((longest.revision() > 0 && longest.revision() - 1 != entries)
                    || entries != longest.entries().size()) {
                twice.add("instance %s has revision %d and %d entries, %d of them different"
                        .formatted(
                                instance, longest.revision(), longest.entries().size(), entries));
            }
        });
        return twice;
    }

    /** A save under a token that was smaller than one before it: before in revisions, or before in time. */
    private List<String> staleAccepted() {
        List<String> stale = new ArrayList<>();
        Map<String, List<Grant>> grants = grants();
        sent.values().forEach(command -> {
            Answered save = saved(command.entry());
            if (save == null) {
                return;
            }
            grants.getOrDefault(command.instance(), List.of()).stream()
                    .filter(grant -> grant.token() > save.token()
                            && (grant.at() < command.at()
                                    || (grant.revision() > 0 && grant.revision() < save.revision())))
                    .findFirst()
                    .ifPresent(grant -> stale.add("%s of instance %s was saved under token %d after token %d was given"
                            .formatted(command.entry(), command.instance(), save.token(), grant.token())));
        });
        return stale;
    }

    /**
     * Somebody was seen to have a token.
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
        sent.values().forEach(command -> {
            Answered save = saved(command.entry());
            if (save != null) {
                grants.computeIfAbsent(command.instance(), instance -> new ArrayList<>())
                        .add(new Grant(save.token(), save.revision(), save.at()));
            }
        });
        return grants;
    }

    private List<String> falseNotFound() {
        List<String> wrong = new ArrayList<>();
        looks.stream()
                .filter(look -> look.result() == Result.NOT_FOUND)
                .filter(look -> createdAt.getOrDefault(look.instance(), Long.MAX_VALUE) < look.sentAt())
                .forEach(look -> wrong.add("instance " + look.instance()));
        shown.forEach((instance, all) -> all.stream()
                .filter(one -> one.revision() == 0)
                .forEach(one -> wrong.add("instance " + instance + " in the end")));
        return wrong;
    }

    private List<String> definiteFailureApplied() {
        List<String> wrong = new ArrayList<>();
        for (Sent command : sent.values()) {
            List<Answered> all = answers(command.entry());
            boolean definite = !all.isEmpty()
                    && all.stream().noneMatch(end -> end.answer() == Answer.UNKNOWN || end.answer() == Answer.SAVED);
            if (definite && isShown(command)) {
                wrong.add("%s of instance %s: %s"
                        .formatted(
                                command.entry(), command.instance(), all.get(0).answer()));
            }
        }
        return wrong;
    }

    private boolean isShown(Sent command) {
        return shown.getOrDefault(command.instance(), List.of()).stream()
                .anyMatch(one -> one.entries().contains(command.entry()));
    }

    private List<String> withStrangers() {
        Set<String> strangers = new HashSet<>();
        shown.values().forEach(all -> all.forEach(one -> strangers.addAll(one.entries())));
        strangers.removeAll(sent.keySet());
        List<String> all = new ArrayList<>(odd);
        strangers.forEach(entry -> all.add("nobody has sent " + entry));
        return all;
    }

    private long maxStallMillis() {
        long nanos = 0;
        for (List<Answered> all : answers.values()) {
            for (Answered answered : all) {
                nanos = Math.max(nanos, answered.at() - answered.sentAt());
            }
        }
        for (Looked look : looks) {
            nanos = Math.max(nanos, look.at() - look.sentAt());
        }
        return nanos / 1_000_000;
    }
}
