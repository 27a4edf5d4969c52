// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.stored;

import com.hazelcast.config.ClassFilter;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.SerializationConfig;

/**
 * What may be made of bytes. Slots, operations and answers have formats of their own. Of Java serialization nothing is left
 * but the failures that members report to each other, and what the engine itself says in it; those must be left, for a failure
 * that cannot be read is a call that ends with a time-out.
 */
public final class AllowedTypes {

    private static final String[] PACKAGES = {
        "com.hazelcast.client",
        "com.hazelcast.client.impl.protocol.exception",
        "com.hazelcast.client.impl.spi.impl",
        "com.hazelcast.config",
        "com.hazelcast.core",
        "com.hazelcast.durableexecutor",
        "com.hazelcast.internal.cluster.impl",
        "com.hazelcast.internal.partition",
        "com.hazelcast.internal.serialization.impl.compact",
        "com.hazelcast.internal.server.tcp",
        "com.hazelcast.map",
        "com.hazelcast.map.impl.operation",
        "com.hazelcast.memory",
        "com.hazelcast.nio.serialization",
        "com.hazelcast.partition",
        "com.hazelcast.query",
        "com.hazelcast.query.extractor",
        "com.hazelcast.query.impl.getters.policy",
        "com.hazelcast.replicatedmap",
        "com.hazelcast.ringbuffer",
        "com.hazelcast.spi.exception",
        "com.hazelcast.splitbrainprotection",
        "com.hazelcast.topic",
        "com.hazelcast.transaction",
        "dev.rehydrate.codec",
        "dev.rehydrate.command.failure",
        "dev.rehydrate.engine",
        "java.lang",
    };

    private static final String[] CLASSES = {
        "[Ljava.lang.StackTraceElement;",
        "[Ljava.lang.Throwable;",
        // Not a failure: members that come back together stand still while they change over, and say so to each other.
        "com.hazelcast.cluster.ClusterState",
        "com.hazelcast.internal.util.InvalidAddressException",
        "com.hazelcast.scheduledexecutor.DuplicateTaskException",
        "com.hazelcast.scheduledexecutor.StaleTaskException",
        "com.hazelcast.scheduledexecutor.impl.ScheduledTaskResult$ExecutionExceptionDecorator",
        // Of a message that the other side cannot read, as one of a later build.
        "dev.rehydrate.format.WireFormatException",
        "dev.rehydrate.format.WireFormatException$Kind",
        "dev.rehydrate.format.wire.DamagedException",
        "java.io.EOFException",
        "java.io.IOException",
        "java.io.InvalidClassException",
        "java.io.InvalidObjectException",
        "java.io.NotSerializableException",
        "java.io.ObjectStreamException",
        "java.io.StreamCorruptedException",
        "java.io.UTFDataFormatException",
        "java.io.UncheckedIOException",
        "java.net.ConnectException",
        "java.net.SocketException",
        "java.net.SocketTimeoutException",
        "java.net.UnknownHostException",
        "java.nio.BufferOverflowException",
        "java.nio.BufferUnderflowException",
        "java.nio.channels.ClosedChannelException",
        "java.nio.charset.CharacterCodingException",
        "java.nio.charset.MalformedInputException",
        "java.security.GeneralSecurityException",
        "java.time.DateTimeException",
        "java.util.ArrayList",
        "java.util.Collections$EmptyList",
        "java.util.Collections$UnmodifiableCollection",
        "java.util.Collections$UnmodifiableList",
        "java.util.Collections$UnmodifiableRandomAccessList",
        "java.util.ConcurrentModificationException",
        "java.util.NoSuchElementException",
        "java.util.concurrent.CancellationException",
        "java.util.concurrent.CompletionException",
        "java.util.concurrent.ExecutionException",
        "java.util.concurrent.RejectedExecutionException",
        "java.util.concurrent.TimeoutException",
        "java.util.zip.DataFormatException",
    };

    private AllowedTypes() {}

    /** Adds to the allow-list that is there, or else to a new one, what is needed for failures. */
    public static void addTo(SerializationConfig config) {
        JavaSerializationFilterConfig filter = config.getJavaSerializationFilterConfig();
        if (filter == null) {
            filter = new JavaSerializationFilterConfig();
            config.setJavaSerializationFilterConfig(filter);
        }
        filter.setDefaultsDisabled(true);
        filter.getWhitelist().add(failures());
    }

    /** Failures and what is in them: nothing that runs code when it is read, as lambdas and proxies do. */
    public static ClassFilter failures() {
        return new ClassFilter().addPackages(PACKAGES).addClasses(CLASSES);
    }
}
