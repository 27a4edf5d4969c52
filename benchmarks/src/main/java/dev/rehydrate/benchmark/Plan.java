// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Which rows there are, in groups whose cases take turns, with what is demanded on each topology. */
final class Plan {

    private static final int KIB = 1024;
    private static final int SMALL = KIB;
    private static final int BIG = 256 * KIB;
    private static final int MIB = KIB * KIB;
    private static final int LARGE = 4 * MIB;

    private final Topology topology;
    private final Map<String, List<Comparison>> groups = new LinkedHashMap<>();

    private Plan(Topology topology) {
        this.topology = topology;
    }

    /**
     * The rows of a topology.
     *
     * @param topology where they are measured
     * @param wanted which groups
     * @return rows by group
     */
    static Map<String, List<Comparison>> of(Topology topology, Predicate<String> wanted) {
        Plan plan = new Plan(topology);
        plan.saves();
        plan.loads();
        plan.births();
        plan.bigOnes();
        plan.headers();
        plan.crowds();
        plan.lives();
        plan.largeOnes();
        plan.groups.keySet().removeIf(wanted.negate());
        return plan.groups;
    }

    /** {@return cases through which most of the code runs} */
    static List<Case> shared() {
        return List.of(
                Case.bare("set", SMALL),
                Case.bare("get", SMALL),
                Case.store("saveByETag", SMALL),
                Case.store("loadByKeyHeld", SMALL));
    }

    private void saves() {
        Case set = Case.bare("set", SMALL);
        Case save = Case.store("saveHeld", SMALL);
        add("save", "save held 1 KB / set", save, set, 1.15);
        add("save", "save by ETag 1 KB / set", Case.store("saveByETag", SMALL), set, 1.15);
        add("save", "save 1 KB of 256 KB / save 1 KB", Case.store("saveDelta", BIG), save, 1.5);
    }

    private void loads() {
        Case get = Case.bare("get", SMALL);
        double byId = demanded(1.05, 1.15, 1.15);
        add("load", "load by id, free 1 KB / get", Case.store("loadByIdFree", SMALL), get, byId);
        add("load", "load by id, authoritative 1 KB / get", Case.store("loadByIdAuthoritative", SMALL), get, byId);
        add("load", "load by id, held 1 KB / get", Case.store("loadByIdHeld", SMALL), get, null);
        add("load", "load by key, free 1 KB / get", Case.store("loadByKeyFree", SMALL), get, 1.15);
        add("load", "load by key, authoritative 1 KB / get", Case.store("loadByKeyAuthoritative", SMALL), get, 1.15);
        add("load", "load by key, held 1 KB / get", Case.store("loadByKeyHeld", SMALL), get, null);
    }

    private void births() {
        double goal = demanded(1.30, 1.30, 1.25);
        Case set = Case.bare("setNew", SMALL);
        add("create", "create with key 1 KB / set", Case.store("create", SMALL), set, goal);
        Case base = topology == Topology.ONE ? Case.bare("delete", SMALL) : set;
        String name = topology == Topology.ONE ? "complete 1 KB / delete" : "complete 1 KB / set";
        add("create", name, Case.store("complete", SMALL), base, goal);
    }

    private void bigOnes() {
        add("save256", "save held 256 KB / set", Case.store("saveHeld", BIG), Case.bare("set", BIG), big(0.5));
        add("save256", "save by ETag 256 KB / set", Case.store("saveByETag", BIG), Case.bare("set", BIG), big(0.5));
        Case get = Case.bare("get", BIG);
        double goal = demanded(1.5, 1.1, 1.1);
        add("load256", "load by key, free 256 KB / get", Case.store("loadByKeyFree", BIG), get, goal);
        add("load256", "load by key, authoritative 256 KB / get", Case.store("loadByKeyAuthoritative", BIG), get, goal);
        add("load256", "load by key, held 256 KB / get", Case.store("loadByKeyHeld", BIG), get, null);
        add("create256", "create with key 256 KB / set", Case.store("create", BIG), Case.bare("setNew", BIG), null);
    }

    private void headers() {
        header("release", "release 1 MB / 1 KB");
        header("suspendOrResume", "suspend, resume 1 MB / 1 KB");
        Case keeping = Case.store("saveAfterLoad", SMALL);
        add("header", "save and release 1 KB / save", Case.store("saveAndRelease", SMALL), keeping, 1.05);
    }

    private void header(String method, String name) {
        add("header", name, Case.store(method, MIB), Case.store(method, SMALL), 1.3);
    }

    private void crowds() {
        for (int callers : new int[] {8, 32}) {
            Double goal = topology == Topology.CLIENT ? null : Double.valueOf(demanded(0.85, 0.9, 0));
            Case save = Case.store("saveHeld", SMALL).by(callers);
            add(
                    "crowd",
                    "saves, " + callers + " callers / sets",
                    save,
                    Case.bare("set", SMALL).by(callers),
                    goal);
        }
        Case inFlight = Case.store("saveInFlight", SMALL);
        Double goal = topology == Topology.ONE ? 0.9 : null;
        add("crowd", "saves, 64 in flight / sets", inFlight, Case.bare("setInFlight", SMALL), goal);
    }

    private void lives() {
        Case bare = Case.bare("life", SMALL).by(8);
        Case exact = Case.store("lifeAuthoritative", SMALL).by(8);
        Case free = Case.store("lifeFree", SMALL).by(8);
        Comparison exactly = Comparison.of("life, 8 callers / bare", exact, bare, demanded(0.95, 0.9, 0.85));
        Comparison freely = Comparison.of("life, free loads, 8 callers / bare", free, bare, demanded(0.95, 1.4, 0.85));
        groups.put(
                "life",
                List.of(
                        exactly,
                        exactly.byProcessorTime(1.1),
                        freely,
                        freely.byProcessorTime(demanded(1.1, 0.75, 1.1))));
    }

    private void largeOnes() {
        double goal = demanded(0.2, 1.1, 1.1);
        add("save4m", "save held 4 MB / set", Case.store("saveHeld", LARGE), Case.bare("set", LARGE), goal);
        add("load4m", "load by key 4 MB / get", Case.store("loadByKeyFree", LARGE), Case.bare("get", LARGE), null);
    }

    private double big(double one) {
        return demanded(one, 0.9, 1.1);
    }

    private double demanded(double one, double two, double client) {
        return switch (topology) {
            case ONE -> one;
            case TWO -> two;
            case CLIENT -> client;
        };
    }

    private void add(String group, String name, Case candidate, Case base, @Nullable Double goal) {
        groups.computeIfAbsent(group, first -> new ArrayList<>()).add(Comparison.of(name, candidate, base, goal));
    }
}
