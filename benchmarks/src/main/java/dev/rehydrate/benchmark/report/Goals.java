// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the results are judged by: the one table of all goals. */
public final class Goals {

    private static final String ONE = "one";
    private static final String TWO = "two";
    private static final String CLIENT = "client";
    private static final String DATABASE = "postgres";
    private static final List<String> GRIDS = List.of(ONE, TWO, CLIENT);
    private static final String KB_1 = "1024";
    private static final String KB_16 = "16384";
    private static final String KB_256 = "262144";
    private static final String MB_4 = "4194304";
    private static final String FREE = "rehydrate";
    private static final String EXACT = "rehydrate authoritative";
    private static final String HELD = "rehydrate held";
    private static final String MAP = "map";
    private static final String LIFE = "life, throughput";
    private static final String SAVE = "save, p50";

    private static final List<Goal> ALL = List.copyOf(new Goals().table());

    private final List<Goal> rows = new ArrayList<>();

    private Goals() {}

    /**
     * Finds a goal.
     *
     * @param key a row of the results
     * @return what is demanded of it, if anything is
     */
    static Optional<Goal> of(RowKey key) {
        return ALL.stream().filter(goal -> goal.key().equals(key)).findFirst();
    }

    static List<Goal> all() {
        return ALL;
    }

    private List<Goal> table() {
        saves();
        loads();
        births();
        crowds();
        lives();
        peers();
        database();
        databaseSizes();
        shapes();
        footprint();
        return rows;
    }

    private void saves() {
        for (String where : GRIDS) {
            atMost(letter(where), where, SAVE, KB_1, FREE, MAP, 1.15);
            atMost(letter(where), where, SAVE, KB_1, HELD, MAP, 1.15);
        }
        atMost('A', ONE, SAVE, KB_16, FREE, MAP, 1.10);
        atMost('G', ONE, SAVE, KB_256, FREE, MAP, 0.5);
        atMost('G', ONE, SAVE, MB_4, FREE, MAP, 0.2);
        atMost('G', TWO, SAVE, KB_256, FREE, MAP, 0.9);
        atMost('G', TWO, SAVE, MB_4, FREE, MAP, 0.9);
    }

    private void loads() {
        for (String subject : List.of(FREE, EXACT)) {
            atMost('A', ONE, "load by id, p50", KB_1, subject, MAP, 1.05);
            for (String where : GRIDS) {
                atMost(letter(where), where, "load by key, p50", KB_1, subject, MAP, 1.15);
                atMost('G', where, "load by key, p50", KB_256, subject, MAP, where.equals(ONE) ? 1.5 : 1.1);
            }
        }
    }

    private void births() {
        for (String where : GRIDS) {
            double goal = where.equals(CLIENT) ? 1.25 : 1.30;
            atMost(letter(where), where, "create, p50", KB_1, FREE, MAP, goal);
            String base = where.equals(ONE) ? "map delete" : "map set";
            atMost(letter(where), where, "complete, p50", KB_1, FREE, base, goal);
        }
    }

    private void crowds() {
        for (String where : GRIDS) {
            if (!where.equals(CLIENT)) {
                atLeast(letter(where), where, "save, throughput", "8", FREE, MAP, where.equals(ONE) ? 0.85 : 0.9);
            }
            atLeast(letter(where), where, "save, throughput", "32", FREE, MAP, 0.9);
        }
        atLeast('A', ONE, "save, 64 in flight, throughput", "1", FREE, MAP, 0.9);
    }

    private void lives() {
        life('G', ONE, List.of(FREE, EXACT), MAP, 0.95);
        life('G', TWO, List.of(EXACT), MAP, 0.9);
        life('G', TWO, List.of(FREE), MAP, 1.4);
        life('G', CLIENT, List.of(FREE, EXACT), MAP, 0.85);
        for (String where : GRIDS) {
            atMost8('G', where, "life, processor time", EXACT, MAP, 1.1);
            atMost8('G', where, "life, processor time", FREE, MAP, where.equals(TWO) ? 0.75 : 1.1);
        }
    }

    private void peers() {
        List<String> both = List.of(FREE, EXACT);
        life('A', ONE, both, "transaction", 2);
        life('A', ONE, both, "h2", 1.3);
        life('A', ONE, both, "redis", 4);
        life('A', ONE, both, "postgres", 12);
        life('B', TWO, both, "transaction", 2);
        life('B', TWO, both, "postgres", 3);
        life('B', TWO, both, "redis", 1);
        life('C', CLIENT, both, "replace", 1.6);
        life('C', CLIENT, both, "postgres", 1.4);
        life('C', CLIENT, both, "redis", 0.55);
    }

    private void database() {
        for (String base : List.of("jdbc transaction", "jdbc statement")) {
            boolean sameRows = base.equals("jdbc transaction");
            put('D', key("save, throughput", DATABASE, KB_1, "32", base), new Bound(true, sameRows ? 2 : 1.2));
            put('D', key("save, processor time", DATABASE, KB_1, "32", base), new Bound(false, 0.5));
            put('D', key("save, p99", DATABASE, KB_1, "32", base), new Bound(false, 1));
        }
        List<String> both = List.of(FREE, EXACT);
        life('D', DATABASE, both, "jdbc transaction", 1.5);
        life('D', DATABASE, both, "jdbc statement", 1.5);
        life('D', DATABASE, both, "axon", 3);
    }

    private void databaseSizes() {
        for (String where : GRIDS) {
            put(
                    'D',
                    new RowKey("life with write-behind, throughput", where, KB_1, "8", "write-behind", "memory"),
                    new Bound(true, 0.9));
            atMost('D', where, "load by key behind the grid, p50", KB_1, FREE, MAP, 1.15);
        }
        for (String base : List.of("jdbc transaction", "jdbc statement")) {
            atMost('D', DATABASE, SAVE, KB_1, FREE, base, 1.10);
            atMost('D', DATABASE, SAVE, KB_256, FREE, base, 1.15);
            atMost('D', DATABASE, SAVE, MB_4, FREE, base, 1.15);
        }
    }

    private void shapes() {
        for (String where : GRIDS) {
            atMost('F', where, "delta of 1 KB, p50", "", "into 256 KB", "save of 1 KB", 1.5);
            atMost('F', where, "release, p50", "", "1 MB", "1 KB", 1.3);
            atMost('F', where, "suspend or resume, p50", "", "1 MB", "1 KB", 1.3);
            atMost('F', where, "save by the holder, p50", KB_1, "and release", "alone", 1.05);
        }
        atMost('F', "many", "save of the same number, p50", KB_1, "100000 keys", "100 keys", 1.05);
        atMost('F', "many", "create, p50", KB_1, "100000 keys", "100 keys", 1.05);
        atMost('E', "many", "load by key, p50", KB_1, "1000000 keys", "10000 keys", 1.15);
        atMost('E', "many", "load by key authoritative, p50", KB_1, "1000000 keys", "10000 keys", 1.15);
    }

    private void footprint() {
        put('E', RowKey.named("idle 1 KB instance with key / entry", "heap"), new Bound(false, 1.15));
        put('E', RowKey.named("idle 1 KB instance, saved 8 times / entry", "heap"), new Bound(false, 1.15));
        put('E', RowKey.named("idle 1 KB instance, saved 8 times / Redis", "heap"), new Bound(false, 0.80));
        put('E', RowKey.named("process to first command / bare member", "start"), new Bound(false, 1.05));
        put(
                'E',
                RowKey.named("process to first command / bare member, processor time", "start"),
                new Bound(false, 1.05));
    }

    private static char letter(String where) {
        return (char) ('A' + GRIDS.indexOf(where));
    }

    private static RowKey key(String scenario, String where, String payload, String callers, String base) {
        return new RowKey(scenario, where, payload, callers, FREE, base);
    }

    private void atMost(
            char group, String where, String scenario, String payload, String subject, String base, double value) {
        put(group, new RowKey(scenario, where, payload, "1", subject, base), new Bound(false, value));
    }

    private void atMost8(char group, String where, String scenario, String subject, String base, double value) {
        put(group, new RowKey(scenario, where, KB_1, "8", subject, base), new Bound(false, value));
    }

    private void atLeast(
            char group, String where, String scenario, String callers, String subject, String base, double value) {
        put(group, new RowKey(scenario, where, KB_1, callers, subject, base), new Bound(true, value));
    }

    private void life(char group, String where, List<String> subjects, String base, double value) {
        subjects.forEach(subject -> atLeast(group, where, LIFE, "8", subject, base, value));
    }

    private void put(char group, RowKey key, Bound bound) {
        rows.add(new Goal(group, key, bound));
    }
}
