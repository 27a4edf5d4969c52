// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Subjects that take turns, in another order each round: what else the machine does meets all of them. */
public final class Contest {

    private final Map<String, Subject> subjects = new LinkedHashMap<>();

    /**
     * Enters a subject.
     *
     * @param name its name in tables
     * @param subject what is called
     * @return this
     */
    public Contest with(String name, Subject subject) {
        subjects.put(name, subject);
        return this;
    }

    /** {@return how many take part} */
    public int subjects() {
        return subjects.size();
    }

    /** {@return whether no subject makes anything ready between its calls} */
    public boolean isPure() {
        return subjects.values().stream().noneMatch(Subject::prepares);
    }

    /**
     * Measures all.
     *
     * @param callers how many call at once
     * @param pace how long
     * @param costs of all processes that take part
     * @return the rounds of each subject, by its name
     */
    public Map<String, List<Round>> run(int callers, Pace pace, Costs costs) {
        Map<String, List<Round>> rounds = new LinkedHashMap<>();
        List<Map.Entry<String, Subject>> turns = new ArrayList<>(subjects.entrySet());
        Random order = new Random(42);
        try (Crowd crowd = new Crowd(callers, costs)) {
            turns.forEach(turn -> {
                rounds.put(turn.getKey(), new ArrayList<>());
                turn.getValue().beforeRound();
                var unused = crowd.call(turn.getValue(), pace.warmUpMillis());
            });
            for (int round = 0; round < pace.rounds(); round++) {
                Collections.shuffle(turns, order);
                for (Map.Entry<String, Subject> turn : turns) {
                    turn.getValue().beforeRound();
                    Round measured = crowd.call(turn.getValue(), pace.roundMillis());
                    rounds.computeIfAbsent(turn.getKey(), first -> new ArrayList<>())
                            .add(measured);
                }
            }
        }
        subjects.values().forEach(Subject::afterRounds);
        return rounds;
    }
}
