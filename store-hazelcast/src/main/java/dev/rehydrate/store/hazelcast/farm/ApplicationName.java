// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.farm;

import java.util.Locale;
import java.util.Objects;

/**
 * The name of the cluster of an application that gives none: processes with the same main class or jar, started in the same
 * directory, have the same one, and two applications on one machine do not meet (ADR 76).
 */
public final class ApplicationName {

    public static final String WHERE = "default, of main class and directory";

    private static final int LONGEST = 80;

    private ApplicationName() {}

    public static String ofThisProcess() {
        return of(
                Objects.toString(System.getProperty("sun.java.command"), ""),
                Objects.toString(System.getProperty("user.dir"), ""));
    }

    /**
     * Makes a name.
     *
     * @param command the main class or the path of the jar, and the arguments
     * @param directory where the process was started
     */
    public static String of(String command, String directory) {
        String started = command.strip().split("\\s+", 2)[0];
        String last = started.substring(Math.max(started.lastIndexOf('/'), started.lastIndexOf('\\')) + 1);
        String readable = last.replaceAll("\\.jar$", "").replaceAll("[^A-Za-z0-9._-]", "_");
        String shortened = readable.substring(Math.max(0, readable.length() - LONGEST));
        int mark = Objects.hash(started, directory);
        return String.format(Locale.ROOT, "%s-%08x", shortened.isEmpty() ? "rehydrate" : shortened, mark);
    }
}
