// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.process;

import dev.rehydrate.benchmark.measure.Costs;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** This process, the JVMs that it has started, and servers beside them. */
public final class AllProcesses implements Costs {

    private final List<ChildJvm> children = new CopyOnWriteArrayList<>();
    private final List<ProcessHandle> servers = new CopyOnWriteArrayList<>();

    /**
     * Adds a JVM.
     *
     * @param child which
     */
    public void add(ChildJvm child) {
        children.add(child);
    }

    /**
     * Adds a server with all processes below it.
     *
     * @param server its first process
     */
    public void add(ProcessHandle server) {
        servers.add(server);
    }

    /** The times of other processes are read from {@code /proc} by the JDK, in hundredths of a second. */
    @Override
    public long processorNanos() {
        long mine = ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
        return mine
                + Stream.concat(
                                children.stream().map(ChildJvm::handle),
                                servers.stream().flatMap(one -> Stream.concat(Stream.of(one), one.descendants())))
                        .flatMap(process -> process.info().totalCpuDuration().stream())
                        .mapToLong(Duration::toNanos)
                        .sum();
    }

    @Override
    public long allocatedBytes() {
        return ParentPipe.allocatedBytes()
                + children.stream().mapToLong(ChildJvm::allocatedBytes).sum();
    }
}
