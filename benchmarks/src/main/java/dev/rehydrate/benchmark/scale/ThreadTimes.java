// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.scale;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The processor time of the threads of this process, of which those with the same name but for numbers are one. What compilers and
 * collectors need is not in it, and is the difference to the time of the process.
 */
final class ThreadTimes {

    private static final double LEAST_PERCENT = 0.02;

    private final Map<Long, Long> nanos = new HashMap<>();
    private final Map<Long, String> names = new HashMap<>();

    private ThreadTimes() {}

    static ThreadTimes now() {
        ThreadTimes times = new ThreadTimes();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        for (long id : threads.getAllThreadIds()) {
            ThreadInfo info = threads.getThreadInfo(id);
            long used = threads.getThreadCpuTime(id);
            if (info != null && used >= 0) {
                times.nanos.put(id, used);
                times.names.put(id, info.getThreadName().replaceAll("[0-9a-f-]{36}|[0-9]+", "#"));
            }
        }
        return times;
    }

    /** Prints the share of a core of each kind of threads. */
    @SuppressWarnings("SystemOut")
    void printSince(Duration time) {
        ThreadTimes end = now();
        Map<String, Long> used = new TreeMap<>();
        end.nanos.forEach((id, until) ->
                used.merge(end.names.getOrDefault(id, "?"), until - nanos.getOrDefault(id, 0L), Long::sum));
        used.forEach((name, spent) -> {
            double percent = 100.0 * spent / time.toNanos();
            if (percent >= LEAST_PERCENT) {
                System.out.println(String.format(Locale.ROOT, "  %6.2f %% of a core: %s", percent, name));
            }
        });
    }
}
