// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.async;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;

/** Virtual threads, where the JDK has them: from version 21 on. This project is compiled for 17, which cannot name them. */
final class VirtualThreads {

    private VirtualThreads() {}

    /** Makes virtual threads with a name and a number each; empty if this JDK cannot. */
    static Optional<ThreadFactory> named(String prefix) {
        try {
            Class<?> builder = Class.forName("java.lang.Thread$Builder$OfVirtual");
            Lookup lookup = MethodHandles.publicLookup();
            MethodHandle ofVirtual = lookup.findStatic(Thread.class, "ofVirtual", MethodType.methodType(builder));
            MethodHandle name =
                    lookup.findVirtual(builder, "name", MethodType.methodType(builder, String.class, long.class));
            MethodHandle factory = lookup.findVirtual(builder, "factory", MethodType.methodType(ThreadFactory.class));
            return Optional.of((ThreadFactory) factory.invoke(name.invoke(ofVirtual.invoke(), prefix, 1L)));
        } catch (ReflectiveOperationException olderJdk) {
            return Optional.empty();
        } catch (Throwable broken) {
            throw new IllegalStateException("this JDK has virtual threads and cannot make any", broken);
        }
    }
}
