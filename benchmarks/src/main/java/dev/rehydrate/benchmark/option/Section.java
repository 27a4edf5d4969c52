// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.option;

import java.util.List;
import java.util.Locale;

/** A part of a run, in processes of its own. */
public enum Section {
    /** What commands cost, topology by topology. */
    COMMANDS("3g"),
    /** Heap per idle instance. */
    FOOTPRINT("3g"),
    /** Whether commands cost more when there are many instances. */
    RESIDENTS("6g"),
    /** Pages, searches and takeovers where there are many instances. */
    FARM("6g"),
    /** What commands cost on PostgreSQL, beside JDBC statements that do the same checked work. */
    DATABASE("1g"),
    /** Free loads from a grid in front of PostgreSQL, topology by topology. */
    BEHIND("2g"),
    /** A farm in memory that is written behind to PostgreSQL, beside one that is not, topology by topology. */
    WRITE_BEHIND("2g"),
    /** A million rows on PostgreSQL: start, pages, timers. */
    ROWS("2g"),
    /** Timers of many instances that are due at once. */
    TIMERS("3g"),
    /** What hundreds of stores over one farm do at rest, and when one of them dies. */
    HOSTS("3g"),
    /** Whether commands cost more where an instance has thousands of keys or values, topology by topology. */
    WIDE("3g"),
    /** What commands cost where instances keep their last changes, topology by topology. */
    RECORDER("3g"),
    /** From the start of a process to the end of its first command. */
    START("512m"),
    /** Single parts, without a store around them, by JMH. */
    PARTS("1g"),
    /** The page and the plots, from the results that are there. */
    REPORT("256m");

    private final String heap;

    Section(String heap) {
        this.heap = heap;
    }

    /** {@return the section of a name in options} */
    static Section labelled(String label) {
        return valueOf(label.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    private String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** {@return what a short run measures} */
    static List<Section> brief() {
        return List.of(COMMANDS, DATABASE, FOOTPRINT, RESIDENTS, START, REPORT);
    }

    /** {@return what a full run measures} */
    static List<Section> full() {
        return List.of(values());
    }

    /** {@return whether it is measured on one topology after the other} */
    boolean isOfEachTopology() {
        return switch (this) {
            case COMMANDS, BEHIND, WRITE_BEHIND, WIDE, RECORDER -> true;
            case FOOTPRINT, RESIDENTS, FARM, DATABASE, ROWS, TIMERS, HOSTS, START, PARTS, REPORT -> false;
        };
    }

    /** {@return how the table of runs names it: the section and, if each topology has its turn, the topology} */
    public String keyIn(String topology) {
        return label() + "," + (isOfEachTopology() ? topology : "");
    }

    List<String> heapOptions() {
        return List.of("-Xms" + heap, "-Xmx" + heap);
    }
}
