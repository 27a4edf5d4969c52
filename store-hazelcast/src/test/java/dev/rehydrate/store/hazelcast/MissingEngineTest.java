// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.hazelcast.instance.BuildInfoProvider;
import dev.rehydrate.store.InstanceStore;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;

/** An application that has left Hazelcast out. */
class MissingEngineTest {

    @Test
    void theFirstUseOfTheOptionsSaysWhatToAdd() throws IOException, ReflectiveOperationException {
        URL[] withoutHazelcast = Stream.of(
                        HazelcastStoreOptions.class,
                        InstanceStore.class,
                        Logger.class,
                        JsonFactory.class,
                        YAMLFactory.class)
                .map(type -> Objects.requireNonNull(
                        type.getProtectionDomain().getCodeSource().getLocation()))
                .toArray(URL[]::new);
        // The platform class loader would find what is on the module path.
        try (URLClassLoader loader = new URLClassLoader(withoutHazelcast, null)) {
            Class<?> options = loader.loadClass(HazelcastStoreOptions.class.getName());

            for (String use : new String[] {"builder", "load"}) {
                Throwable failure = catchThrowable(() -> options.getMethod(use).invoke(null));

                assertThat(failure).isInstanceOf(InvocationTargetException.class);
                assertThat(failure.getCause())
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage("Hazelcast is not on the class path; store-hazelcast needs it: add the dependency"
                                + " com.hazelcast:hazelcast:5.7.0");
            }
        }
    }

    @Test
    void theVersionIsTheOneThatThisIsBuiltWith() {
        assertThat(EnginePresence.NEEDED)
                .isEqualTo(BuildInfoProvider.getBuildInfo().getVersion());
    }

    @ParameterizedTest
    @ValueSource(strings = {"5.5.0", "5.6.3", "4.2", "unknown"})
    void anOlderVersionIsRefusedInOneSentence(String found) {
        assertThatThrownBy(() -> EnginePresence.requireVersion(found))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith(
                        "Hazelcast " + found + " is on the class path, and store-hazelcast needs 5.7.0 or later: ")
                .hasMessageContaining("<hazelcast.version>5.7.0</hazelcast.version>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"5.7.0", "5.7.1", "5.10.0", "6.0-SNAPSHOT"})
    void aLaterVersionIsTaken(String found) {
        assertThatCode(() -> EnginePresence.requireVersion(found)).doesNotThrowAnyException();
    }
}
