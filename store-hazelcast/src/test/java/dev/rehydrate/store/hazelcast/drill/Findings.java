// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What a history shows.
 *
 * @param acknowledged how many changes were acknowledged
 * @param flaws what is wrong, one sentence each
 * @param repeats how many commands were repeated late
 * @param undecided how many late repeats were answered that the outcome is unknown
 * @param maxStallMillis the longest wait for an answer
 */
public record Findings(
        long acknowledged, Map<Flaw, List<String>> flaws, long repeats, long undecided, long maxStallMillis) {

    static final Findings NONE = new Findings(0, Map.of(), 0, 0, 0);

    public Findings {
        Map<Flaw, List<String>> copy = new EnumMap<>(Flaw.class);
        flaws.forEach((flaw, all) -> {
            if (!all.isEmpty()) {
                copy.put(flaw, List.copyOf(all));
            }
        });
        flaws = copy;
    }

    Findings plus(Findings other) {
        Map<Flaw, List<String>> both = new EnumMap<>(Flaw.class);
        flaws.forEach((flaw, all) -> both.put(flaw, new ArrayList<>(all)));
        other.flaws.forEach((flaw, all) ->
                both.computeIfAbsent(flaw, none -> new ArrayList<>()).addAll(all));
        return new Findings(
                acknowledged + other.acknowledged,
                both,
                repeats + other.repeats,
                undecided + other.undecided,
                Math.max(maxStallMillis, other.maxStallMillis));
    }

    /** {@return what is wrong in one way} */
    public List<String> of(Flaw flaw) {
        return flaws.getOrDefault(flaw, List.of());
    }

    List<String> lost() {
        return of(Flaw.LOST);
    }

    List<String> appliedTwice() {
        return of(Flaw.APPLIED_TWICE);
    }

    List<String> staleAccepted() {
        return of(Flaw.STALE_ACCEPTED);
    }

    List<String> falseNotFound() {
        return of(Flaw.FALSE_NOT_FOUND);
    }

    List<String> definiteFailureApplied() {
        return of(Flaw.DEFINITE_FAILURE_APPLIED);
    }

    List<String> odd() {
        return of(Flaw.ODD);
    }

    /** {@return everything that is wrong; empty if all promises were kept} */
    public List<String> broken() {
        List<String> all = new ArrayList<>();
        flaws.forEach((flaw, some) -> some.forEach(what -> all.add(flaw.words() + ": " + what)));
        return all;
    }
}
