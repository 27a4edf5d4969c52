// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.report;

import dev.rehydrate.benchmark.process.AwakeProcessors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** On what a run took place. */
final class Machine {

    private Machine() {}

    static List<String> describe() {
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return List.of(
                system.getAvailableProcessors() + " processors, of each run as in the table",
                size(system.getTotalMemorySize()) + " of memory",
                system.getName(),
                AwakeProcessors.isPossible()
                        ? "Processors are kept awake while commands of one caller are measured on the grid"
                        : "Processors may sleep between two commands, and take their time to wake up",
                "Java " + Runtime.version() + ", " + System.getProperty("java.vm.name"));
    }

    /** {@return which processors this machine has} */
    static String processor() {
        Path about = Path.of("/proc/cpuinfo");
        if (!Files.exists(about)) {
            return System.getProperty("os.arch");
        }
        try {
            return Files.readAllLines(about).stream()
                    .filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).trim())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** {@return a number of bytes for people} */
    static String size(long bytes) {
        List<String> units = List.of("bytes", "KB", "MB", "GB");
        int unit = Math.min(units.size() - 1, (Long.SIZE - 1 - Long.numberOfLeadingZeros(Math.max(1, bytes))) / 10);
        return String.format(Locale.ROOT, "%.0f %s", bytes / Math.pow(1024, unit), units.get(unit));
    }
}
