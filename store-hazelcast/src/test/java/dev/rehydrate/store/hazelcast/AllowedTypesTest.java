// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.config.ClassFilter;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.format.WireFormatException;
import dev.rehydrate.store.hazelcast.stored.AllowedTypes;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedTypesTest {

    /** Parts of the engine that a member of ours does not use. */
    private static final List<String> UNUSED = List.of(
            "shaded.",
            "jet.",
            "sql.",
            "cp.",
            "cache.",
            "crdt.",
            "wan.",
            "kubernetes.",
            "flakeidgen.",
            "internal.adapter.",
            "internal.ascii.",
            "internal.config.",
            "internal.json.",
            "internal.metrics.",
            "internal.util.",
            "internal.yaml.",
            "spi.impl.securestore.",
            "config.properties.");

    private final ClassFilter allowed = AllowedTypes.failures();

    @Test
    void everyFailureOfTheEngineCanBeRead() throws IOException, URISyntaxException {
        assertThat(failuresOfTheEngine()).hasSizeGreaterThan(40).allMatch(allowed::isListed);
    }

    @Test
    void everyFailureOfOursCanBeRead() {
        Stream<Class<?>> ours = Stream.of(
                StorageException.class,
                ValueCodingException.class,
                WireFormatException.class,
                WireFormatException.Kind.class);

        // A package that is not exported.
        assertThat(allowed.isListed("dev.rehydrate.format.wire.DamagedException"))
                .isTrue();
        assertThat(Stream.concat(ours, family(InstanceStoreException.class)).map(Class::getName))
                .hasSizeGreaterThan(10)
                .allMatch(allowed::isListed);
    }

    private static Stream<Class<?>> family(Class<?> type) {
        Stream<Class<?>> self = Stream.of(type);
        return type.isSealed()
                ? Stream.concat(self, Stream.of(type.getPermittedSubclasses()).flatMap(AllowedTypesTest::family))
                : self;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.lang.invoke.SerializedLambda",
                "java.lang.reflect.Proxy",
                "java.util.HashMap",
                "java.util.PriorityQueue",
                "java.net.URL",
                "java.rmi.server.UnicastRemoteObject",
                "javax.management.BadAttributeValueExpException",
                "com.hazelcast.shaded.com.zaxxer.hikari.HikariDataSource",
                "com.hazelcast.jet.json.impl.JsonFilteredFunction",
                "dev.rehydrate.stranger.ValueA"
            })
    void whatIsNoFailureCannot(String name) {
        assertThat(allowed.isListed(name)).isFalse();
    }

    private static List<String> failuresOfTheEngine() throws IOException, URISyntaxException {
        var source = HazelcastInstance.class.getProtectionDomain().getCodeSource();
        try (JarFile jar = new JarFile(Path.of(source.getLocation().toURI()).toFile())) {
            return jar.stream()
                    .map(entry -> entry.getName().replace('/', '.'))
                    .filter(name -> name.startsWith("com.hazelcast.") && name.endsWith(".class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .filter(name -> name.contains("Exception") || name.contains("Error") || name.contains("Exceeded"))
                    .filter(name -> UNUSED.stream().noneMatch(name.substring("com.hazelcast.".length())::startsWith))
                    .filter(AllowedTypesTest::isFailure)
                    .toList();
        }
    }

    private static boolean isFailure(String name) {
        try {
            return Throwable.class.isAssignableFrom(
                    Class.forName(name, false, AllowedTypesTest.class.getClassLoader()));
        } catch (ClassNotFoundException | LinkageError needsSomethingThatIsNotThere) {
            return false;
        }
    }
}
