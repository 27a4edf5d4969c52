// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.jackson;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An application is replaced, as by devtools, and the libraries stay. */
class ReplacedApplicationTest {

    private static final int COLLECTIONS = 50;

    /** No record: the JDK itself remembers the last one. */
    static final class Note {
        public int lines = 1;
    }

    /** Has a class Note of its own. */
    private static final class Application extends ClassLoader {

        private Application() {
            super(ReplacedApplicationTest.class.getClassLoader());
        }

        private Class<?> note() throws IOException {
            String name = Note.class.getName();
            try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = Objects.requireNonNull(file).readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            }
        }
    }

    static Stream<Arguments> codecs() {
        Supplier<JacksonCodec> own = () -> JacksonCodec.builder().build();
        Supplier<JacksonCodec> given =
                () -> JacksonCodec.builder().mapper(new ObjectMapper()).build();
        return Stream.of(
                Arguments.of(Named.of("with its own mapper", own)),
                Arguments.of(Named.of("with a given mapper", given)));
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void leavesNoClassBehind(Supplier<JacksonCodec> codec) throws ReflectiveOperationException, IOException {
        WeakReference<Class<?>> note = used(codec.get());

        for (int i = 0; i < COLLECTIONS && note.get() != null; i++) {
            System.gc();
        }

        assertThat(note.get()).isNull();
    }

    private static WeakReference<Class<?>> used(JacksonCodec codec) throws ReflectiveOperationException, IOException {
        Class<?> note = new Application().note();
        var constructor = note.getDeclaredConstructor();
        constructor.setAccessible(true);
        byte[] bytes = codec.encode(constructor.newInstance());

        assertThat(codec.decode(bytes, note, 1)).isInstanceOf(note);

        return new WeakReference<>(note);
    }
}
