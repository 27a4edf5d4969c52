// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.scale;

import dev.rehydrate.benchmark.measure.Ratio;
import java.util.ArrayList;
import java.util.List;

/** Times calls that take turns, round by round, so that all share the noise of the machine. */
final class Turns {

    private static final int WARM_UP = 400;
    private static final int CALLS = 1000;
    private static final int ROUNDS = 5;
    private static final double MICROS = 1000;

    private Turns() {}

    /** The medians of each call in microseconds, one for each round. */
    static List<List<Double>> medians(List<Runnable> calls) {
        return medians(calls, WARM_UP, CALLS);
    }

    /** The medians of each call in microseconds, one for each round of so many calls. */
    static List<List<Double>> medians(List<Runnable> calls, int warmUp, int times) {
        List<List<Double>> medians = new ArrayList<>();
        calls.forEach(call -> {
            repeat(call, warmUp);
            medians.add(new ArrayList<>());
        });
        for (int round = 0; round < ROUNDS; round++) {
            for (int call = 0; call < calls.size(); call++) {
                medians.get(call).add(Ratio.quantile(repeat(calls.get(call), times), 0.5));
            }
        }
        return medians;
    }

    private static List<Double> repeat(Runnable call, int times) {
        List<Double> took = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            long begin = System.nanoTime();
            call.run();
            took.add((System.nanoTime() - begin) / MICROS);
        }
        return took;
    }
}
