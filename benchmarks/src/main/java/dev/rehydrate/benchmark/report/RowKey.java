// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.report;

import java.util.List;

/**
 * By which a row is found again in the next run.
 *
 * @param scenario what is done, and what of it is compared
 * @param topology where
 * @param payload the size of the state in bytes, or empty
 * @param callers how many call at once, or empty
 * @param subject what is judged, or empty
 * @param baseline what it is judged by, or empty
 */
public record RowKey(
        String scenario, String topology, String payload, String callers, String subject, String baseline) {

    /**
     * A row of a section that says all in its name.
     *
     * @param scenario the name
     * @param topology the section
     * @return the key
     */
    public static RowKey named(String scenario, String topology) {
        return new RowKey(scenario, topology, "", "", "", "");
    }

    String toCsv() {
        return "\"" + scenario + "\"," + String.join(",", List.of(topology, payload, callers, subject, baseline));
    }

    static RowKey parse(String csv) {
        int end = csv.lastIndexOf('"');
        String[] rest = csv.substring(end + 2).split(",", -1);
        return new RowKey(csv.substring(1, end), rest[0], rest[1], rest[2], rest[3], rest[4]);
    }
}
