// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Starts processes in turns and asks each how long it took to its first command. */
final class StartRun {

    private static final double GOAL = 1.05;

    private StartRun() {}

    static void run(ResultFile results, Launcher launcher, int rounds) {
        List<Double> bare = new ArrayList<>();
        List<Double> store = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            bare.add(millis(launcher, ColdStart.BARE));
            store.add(millis(launcher, ColdStart.STORE));
        }
        Ratio ratio = Ratio.of(bare, store);
        results.add(ResultRow.of("start", "process to first command / bare member", "ms", ratio, GOAL));
    }

    private static double millis(Launcher launcher, String what) {
        try {
            Process process = launcher.builder(Section.START, ColdStart.class, List.of(what))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try {
                String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                return Double.parseDouble(said.strip());
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
