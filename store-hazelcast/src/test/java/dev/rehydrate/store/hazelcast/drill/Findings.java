// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import java.util.ArrayList;
import java.util.List;

/**
 * What a history shows. Each list names what is wrong, one sentence each.
 *
 * @param acknowledged how many saves were acknowledged
 * @param lost acknowledged saves that a node does not show
 * @param appliedTwice saves that were applied more than once
 * @param staleAccepted saves of a former holder that were accepted
 * @param falseNotFound answers "not found" for an instance that was there
 * @param definiteFailureApplied saves that are there although the answer was that nothing was done
 * @param odd what no command may do
 * @param maxStallMillis the longest wait for an answer
 */
record Findings(
        long acknowledged,
        List<String> lost,
        List<String> appliedTwice,
        List<String> staleAccepted,
        List<String> falseNotFound,
        List<String> definiteFailureApplied,
        List<String> odd,
        long maxStallMillis) {

    static final Findings NONE = new Findings(0, List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), 0);

    Findings plus(Findings other) {
        return new Findings(
                acknowledged + other.acknowledged,
                joined(lost, other.lost),
                joined(appliedTwice, other.appliedTwice),
                joined(staleAccepted, other.staleAccepted),
                joined(falseNotFound, other.falseNotFound),
                joined(definiteFailureApplied, other.definiteFailureApplied),
                joined(odd, other.odd),
                Math.max(maxStallMillis, other.maxStallMillis));
    }

    private static List<String> joined(List<String> some, List<String> others) {
        List<String> all = new ArrayList<>(some);
        all.addAll(others);
        return List.copyOf(all);
    }

    /** {@return everything that is wrong; empty if all promises were kept} */
    List<String> broken() {
        List<String> all = new ArrayList<>();
        lost.forEach(what -> all.add("lost: " + what));
        appliedTwice.forEach(what -> all.add("applied twice: " + what));
        staleAccepted.forEach(what -> all.add("a former holder's save was accepted: " + what));
        falseNotFound.forEach(what -> all.add("false 'not found': " + what));
        definiteFailureApplied.forEach(what -> all.add("'nothing was done' was not true: " + what));
        odd.forEach(what -> all.add("odd: " + what));
        return all;
    }
}
