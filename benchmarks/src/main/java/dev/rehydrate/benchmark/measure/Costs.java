// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.measure;

/** What all processes that take part have used since they began. */
public interface Costs {

    /** {@return processor time of all processes, in nanoseconds} */
    long processorNanos();

    /** {@return what all JVMs have allocated, in bytes} */
    long allocatedBytes();
}
