// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Statistics;

/**
 * Times cases in turns, in another order each round: whatever else the machine does meets all of them. JMH does not take
 * turns, so it is asked for one short iteration of one case at a time, in this process, where the farm is.
 */
final class Rounds {

    private static final double LOWER_QUARTILE = 25;
    private static final double UPPER_QUARTILE = 75;
    private static final double ONE_IN_A_HUNDRED = 99;
    private static final double ONE_IN_A_THOUSAND = 99.9;

    private final Pace pace;
    private final Random order = new Random(42);

    Rounds(Pace pace) {
        this.pace = pace;
    }

    void warmUp(Collection<Case> cases) {
        cases.forEach(one -> time(one, pace.sharedWarmUpMillis()));
    }

    /** {@return the samples of each case, in the order of rounds} */
    Map<Case, List<Sample>> run(Collection<Case> cases) {
        Map<Case, List<Sample>> samples = new LinkedHashMap<>();
        for (Case one : cases) {
            samples.put(one, new ArrayList<>());
            time(one, pace.warmUpMillis());
        }
        List<Case> turns = new ArrayList<>(samples.keySet());
        for (int round = 0; round < pace.rounds(); round++) {
            Collections.shuffle(turns, order);
            for (Case one : turns) {
                samples.getOrDefault(one, List.of()).add(time(one, pace.roundMillis()));
            }
        }
        return samples;
    }

    private static Sample time(Case one, int millis) {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include(one.pattern())
                .param("bytes", String.valueOf(one.bytes()))
                .param("farm", String.valueOf(one.farm()))
                .param("count", String.valueOf(one.residents()))
                .threads(one.callers())
                .mode(one.isAboutThroughput() ? Mode.Throughput : Mode.SampleTime)
                .timeUnit(one.isAboutThroughput() ? TimeUnit.MILLISECONDS : TimeUnit.MICROSECONDS)
                .forks(0)
                .warmupIterations(0)
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(millis))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
        long lives = DocumentLife.ended();
        long processor = DocumentLife.processorTime();
        Result<?> result = run(options);
        Statistics times = result.getStatistics();
        double micros = (DocumentLife.processorTime() - processor) / 1e3 / (DocumentLife.ended() - lives);
        double score = one.isAboutThroughput()
                ? result.getScore()
                : Sample.usual(times.getPercentile(LOWER_QUARTILE), times.getPercentile(UPPER_QUARTILE));
        return new Sample(score, micros, times.getPercentile(ONE_IN_A_HUNDRED), times.getPercentile(ONE_IN_A_THOUSAND));
    }

    private static Result<?> run(ChainedOptionsBuilder options) {
        try {
            return new Runner(options.build()).runSingle().getPrimaryResult();
        } catch (RunnerException failed) {
            throw new IllegalStateException("a benchmark failed; nothing of this run counts", failed);
        }
    }
}
