// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.start;

import dev.rehydrate.benchmark.measure.Ratio;
import dev.rehydrate.benchmark.option.Launcher;
import dev.rehydrate.benchmark.option.Section;
import dev.rehydrate.benchmark.report.Results;
import dev.rehydrate.benchmark.report.RowKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Starts processes in turns and asks each how long it took to its first command. */
public final class StartRun {

    private StartRun() {}

    public static void run(Results results, Launcher launcher, int rounds) {
        List<Started> bare = new ArrayList<>();
        List<Started> store = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            bare.add(start(launcher, ColdStart.BARE));
            store.add(start(launcher, ColdStart.STORE));
        }
        String what = "process to first command / bare member";
        results.judge(RowKey.named(what, "start"), "ms", ratio(bare, store, Started::millis));
        results.judge(RowKey.named(what + ", processor time", "start"), "us", ratio(bare, store, Started::micros));
    }

    private static Ratio ratio(List<Started> bare, List<Started> store, Function<Started, Double> measure) {
        return Ratio.of(
                bare.stream().map(measure).toList(), store.stream().map(measure).toList());
    }

    /**
     * A process that has carried out its first command.
     *
     * @param millis how long after its birth
     * @param micros how much processor time it had used by then
     */
    private record Started(double millis, double micros) {}

    private static Started start(Launcher launcher, String what) {
        try {
            Process process = launcher.builder(Section.START, ColdStart.class, List.of(what))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try {
                String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                String[] numbers = said.strip().split(" ", 2);
                return new Started(Double.parseDouble(numbers[0]), Double.parseDouble(numbers[1]));
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
