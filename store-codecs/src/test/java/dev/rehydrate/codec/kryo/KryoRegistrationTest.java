// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueCodingException.Reason;
import dev.rehydrate.codec.check.RoundTrip;
import dev.rehydrate.codec.kryo.graph.GraphWriter;
import java.io.ByteArrayInputStream;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class KryoRegistrationTest {

    static final List<String> EVENTS = new ArrayList<>();

    static final class Order {
        Object content = "";
    }

    /** Written by a host that registers it, read by one that does not. */
    static final class Gadget {
        static {
            EVENTS.add("initialised");
        }

        Gadget() {
            EVENTS.add("instantiated");
        }
    }

    /** Never touched but by its name in stored bytes. */
    static final class NamedOnly {
        static {
            EVENTS.add("initialised by name");
        }
    }

    static class Animal {}

    static final class Cat extends Animal {}

    private final KryoCodec codec = KryoCodec.builder().register(1, Order.class).build();

    @Test
    void aRegisteredClassPasses() {
        Order back = RoundTrip.of(codec, new Order());

        assertThat(back.content).isEqualTo("");
    }

    @Test
    void unregisteredClassIsNeverInstantiatedNorInitialised() throws Exception {
        KryoCodec generous = KryoCodec.builder()
                .register(1, Order.class)
                .register(2, Gadget.class)
                .build();
        Order order = new Order();
        order.content = new Gadget();
        byte[] withGadget = generous.encode(order);
        EVENTS.clear();

        assertThatThrownBy(() -> codec.decode(withGadget, Order.class, 1))
                .isInstanceOfSatisfying(
                        ValueCodingException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(Reason.NEWER_VERSION))
                .hasMessageContaining(Gadget.class.getName());
        assertThat(EVENTS).isEmpty();
    }

    @Test
    void aClassNamedInStoredBytesIsNeverLoaded() {
        // Kryo itself writes 1, the number of a name, and the name, for a class without registration.
        String name = "dev.rehydrate.codec.kryo.KryoRegistrationTest$NamedOnly";
        byte[] ascii = name.getBytes(StandardCharsets.US_ASCII);
        ascii[ascii.length - 1] |= (byte) 0x80;
        byte[] bytes = new byte[ascii.length + 4];
        bytes[0] = GraphWriter.FORMAT;
        bytes[2] = 1;
        System.arraycopy(ascii, 0, bytes, 4, ascii.length);

        assertThatThrownBy(() -> codec.decode(bytes, Object.class, 1)).isInstanceOf(ValueCodingException.class);
        assertThat(EVENTS).doesNotContain("initialised by name");
    }

    @Test
    void registeringAClassDoesNotInitialiseIt() {
        EVENTS.clear();

        KryoCodec.builder().register(2, NamedOnly.class).build();

        assertThat(EVENTS).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("thingsThatMustNotBeStored")
    void whatIsNotRegisteredIsRefusedByNameAndPlace(Object content) {
        Order order = new Order();
        order.content = List.of(content);

        assertThatThrownBy(() -> codec.encode(order))
                .isInstanceOfSatisfying(
                        ValueCodingException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(Reason.UNKNOWN_TYPE))
                .hasMessageStartingWith(content.getClass().getName() + " is not registered (in content)")
                .hasMessageContaining("KryoCodec.builder().register(id, ");
    }

    static Stream<Object> thingsThatMustNotBeStored() throws Exception {
        return Stream.of(
                new ProcessBuilder("true"),
                new URLClassLoader(new java.net.URL[0]),
                new Thread(),
                new ByteArrayInputStream(new byte[0]),
                ClassLoader.getSystemClassLoader(),
                Runtime.getRuntime(),
                Order.class,
                Order.class.getDeclaredConstructor(),
                (Runnable) () -> {},
                new Cat(),
                new IllegalStateException());
    }

    @Test
    void aSubclassIsNotAllowedByItsSuperclass() {
        KryoCodec animals = KryoCodec.builder().register(1, Animal.class).build();

        assertThat(animals.encode(new Animal())).isNotEmpty();
        assertThatThrownBy(() -> animals.encode(new Cat())).hasMessageContaining("Cat is not registered");
    }

    @ParameterizedTest
    @MethodSource("typesThatCannotBeRegistered")
    void typesThatCannotBeStoredAreRefusedAtOnce(Class<?> type) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KryoCodec.builder().register(1, type))
                .withMessageContaining(type.getTypeName());
    }

    final class Inner {
        String outer() {
            return codec.id();
        }
    }

    static final class OwnList extends ArrayList<String> {
        private static final long serialVersionUID = 1;
    }

    enum WithBody {
        ONE {}
    }

    @SuppressWarnings("GetClassOnEnum") // That is the point.
    static Stream<Class<?>> typesThatCannotBeRegistered() {
        Runnable lambda = () -> {};
        return Stream.of(
                ProcessBuilder.class,
                URLClassLoader.class,
                Thread.class,
                Class.class,
                Exception.class,
                String.class,
                int.class,
                Integer.class,
                List.class,
                ArrayList.class,
                Order[].class,
                Override.class,
                lambda.getClass(),
                WithBody.ONE.getClass(),
                OwnList.class,
                Inner.class);
    }

    @Test
    void idsAndTypesAreTakenOnce() {
        KryoCodec.Builder builder = KryoCodec.builder().register(7, Order.class);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.register(7, Cat.class))
                .withMessageContaining("7")
                .withMessageContaining(Order.class.getName());
        assertThatIllegalArgumentException().isThrownBy(() -> builder.register(8, Order.class));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.register(0, Cat.class));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.register(1_000_001, Cat.class));
        assertThat(builder.register(1_000_000, Cat.class).build().encode(new Cat()))
                .isNotEmpty();
    }

    @Test
    void settingsAreChecked() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KryoCodec.builder().schemaVersion(0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KryoCodec.builder().maxDepth(0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KryoCodec.builder().maxDepth(10_001));
    }

    @Test
    void theOrderOfRegistrationDoesNotChangeTheBytes() {
        KryoCodec one = KryoCodec.builder()
                .register(1, Order.class)
                .register(2, Cat.class)
                .build();
        KryoCodec other = KryoCodec.builder()
                .register(2, Cat.class)
                .register(1, Order.class)
                .build();
        List<Object> value = List.of(new Order(), new Cat());

        assertThat(other.encode(value)).isEqualTo(one.encode(value));
    }

    @Test
    void aCodecIsNotChangedByItsBuilder() {
        KryoCodec.Builder builder = KryoCodec.builder().register(1, Order.class);
        KryoCodec before = builder.build();

        builder.register(2, Cat.class);

        assertThatThrownBy(() -> before.encode(new Cat())).hasMessageContaining("is not registered");
    }
}
