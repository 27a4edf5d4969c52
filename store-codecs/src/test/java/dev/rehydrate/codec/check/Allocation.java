// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.check;

import java.lang.reflect.Method;

/** Measures how much memory something sets aside, whether or not it keeps it. */
public final class Allocation {

    private Allocation() {}

    /** {@return the bytes that this thread allocated while the action ran} */
    public static long during(Runnable action) {
        long before = soFar();
        action.run();
        return soFar() - before;
    }

    // By reflection, so that no module has to require the management modules for the sake of a test.
    private static long soFar() {
        try {
            Object threads = Class.forName("java.lang.management.ManagementFactory")
                    .getMethod("getThreadMXBean")
                    .invoke(null);
            Method allocated =
                    Class.forName("com.sun.management.ThreadMXBean").getMethod("getThreadAllocatedBytes", long.class);
            return (long) allocated.invoke(threads, Thread.currentThread().getId());
        } catch (ReflectiveOperationException notThisJvm) {
            throw new LinkageError("this JVM does not count allocations", notThisJvm);
        }
    }
}
