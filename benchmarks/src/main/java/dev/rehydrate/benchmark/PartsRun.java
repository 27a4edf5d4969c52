// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import dev.rehydrate.benchmark.parts.SingleParts;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Has JMH measure single parts, and print its own table: there is nothing to compare them with. */
final class PartsRun {

    private PartsRun() {}

    static void run() {
        try {
            var unused = new Runner(new OptionsBuilder()
                            .include(SingleParts.class.getName())
                            .mode(Mode.AverageTime)
                            .timeUnit(TimeUnit.NANOSECONDS)
                            .forks(1)
                            .warmupIterations(3)
                            .warmupTime(TimeValue.seconds(1))
                            .measurementIterations(5)
                            .measurementTime(TimeValue.seconds(1))
                            .shouldFailOnError(true)
                            .build())
                    .run();
        } catch (RunnerException failed) {
            throw new IllegalStateException("a part cannot be measured", failed);
        }
    }
}
