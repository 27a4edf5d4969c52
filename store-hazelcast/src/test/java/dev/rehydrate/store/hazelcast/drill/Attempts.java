// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.store.hazelcast.drill.Event.Answer;
import dev.rehydrate.store.hazelcast.drill.Event.Answered;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** All attempts at all commands of a history, first ones and repeats. */
final class Attempts {

    private final Map<String, List<Answered>> byEntry = new HashMap<>();
    private final Set<String> answered = new HashSet<>();
    private long repeats;
    private long undecided;

    /** Adds the end of an attempt by the lane that sent the command first. */
    void add(Answered attempt) {
        answered.add(attempt.entry());
        addAny(attempt);
    }

    private void addAny(Answered attempt) {
        byEntry.computeIfAbsent(attempt.entry(), entry -> new ArrayList<>()).add(attempt);
    }

    void addRepeat(Answered attempt) {
        addAny(attempt);
        repeats++;
        if (attempt.answer() == Answer.UNKNOWN) {
            undecided++;
        }
    }

    long repeats() {
        return repeats;
    }

    long undecided() {
        return undecided;
    }

    List<Answered> of(String entry) {
        return byEntry.getOrDefault(entry, List.of());
    }

    /** {@return the first acknowledgement} */
    Optional<Answered> acknowledgement(String entry) {
        return of(entry).stream()
                .filter(attempt -> attempt.answer() == Answer.SAVED)
                .min(Comparator.comparingLong(Answered::at));
    }

    boolean isAcknowledged(String entry) {
        return acknowledgement(entry).isPresent();
    }

    /**
     * Whether the command may have been carried out, or may still be: the first attempt has no answer, because its node was
     * killed, or an answer leaves it open.
     */
    boolean isPossible(String entry) {
        return !answered.contains(entry)
                || of(entry).stream()
                        .anyMatch(attempt -> attempt.answer() == Answer.UNKNOWN || attempt.answer() == Answer.SAVED);
    }

    /**
     * The first attempt that was refused although the command was carried out.
     *
     * @param entry a command that is there
     * @param appliedAt when that was known; the largest number if only in the end
     * @param expecting whether it expects one state: if that is gone, the command cannot be carried out any more
     */
    Optional<Answered> untrueRefusal(String entry, long appliedAt, boolean expecting) {
        List<Answered> all = of(entry);
        if (!isPossible(entry)) {
            return Optional.of(all.get(0));
        }
        return all.stream()
                .filter(attempt -> attempt.answer().isRefusal())
                .filter(attempt -> attempt.sentAt() > appliedAt || (expecting && attempt.answer() == Answer.NO))
                .findFirst();
    }
}
