// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.chaos;

import dev.rehydrate.host.ConcurrencyControl;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares what clients were told with what is there.
 *
 * @param acknowledged how many notes were acknowledged
 * @param lost notes that were acknowledged and are not there
 * @param twice notes that are there more than once
 * @param elsewhere notes that are not where the reply said
 * @param disordered notes that are before an earlier one of the same client
 * @param unknown notes that are there and were never acknowledged
 */
record Judgement(
        int acknowledged,
        List<String> lost,
        List<String> twice,
        List<String> elsewhere,
        List<String> disordered,
        List<String> unknown) {

    /**
     * Names a notebook.
     *
     * @param way its way
     * @param book its name
     */
    record Place(ConcurrencyControl way, String book) {}

    static Judgement of(List<Client.Written> written, Map<Place, List<String>> stored) {
        Judgement found = new Judgement(
                written.size(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>(),
                new ArrayList<>());
        Map<Place, Set<String>> told = new HashMap<>();
        Map<String, Integer> last = new HashMap<>();
        for (Client.Written note : written) {
            Place place = new Place(note.way(), note.book());
            told.computeIfAbsent(place, first -> new HashSet<>()).add(note.text());
            found.judge(note, stored.getOrDefault(place, List.of()));
            Integer before = last.put(place + " " + clientOf(note.text()), note.place());
            if (before != null && before >= note.place()) {
                found.disordered().add(note.toString());
            }
        }
        stored.forEach((place, notes) -> found.judge(place, notes, told.getOrDefault(place, Set.of())));
        return found;
    }

    private static String clientOf(String text) {
        return text.substring(0, text.indexOf('-'));
    }

    private void judge(Client.Written note, List<String> notes) {
        if (!notes.contains(note.text())) {
            lost.add(note.toString());
        } else if (notes.size() <= note.place() || !notes.get(note.place()).equals(note.text())) {
            elsewhere.add(note + " but at " + notes.indexOf(note.text()));
        }
    }

    private void judge(Place place, List<String> notes, Set<String> told) {
        Set<String> seen = new HashSet<>();
        for (String text : notes) {
            if (!seen.add(text)) {
                twice.add(place + " " + text);
            }
            if (!told.contains(text)) {
                unknown.add(place + " " + text);
            }
        }
    }

    /** {@return everything that is wrong} */
    List<String> wrong() {
        List<String> all = new ArrayList<>();
        lost.forEach(each -> all.add("lost " + each));
        twice.forEach(each -> all.add("twice " + each));
        elsewhere.forEach(each -> all.add("elsewhere " + each));
        disordered.forEach(each -> all.add("disordered " + each));
        unknown.forEach(each -> all.add("unknown " + each));
        return all;
    }
}
