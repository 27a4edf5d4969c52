// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.rehydrate.codec.ValueCodec;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.codec.kryo.KryoCodec;
import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.instance.DefinitionIdentity;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** Classes of two releases of an application: the name of a release stands before what is one class in the real one. */
final class Releases {

    private Releases() {}

    /** Which codec the releases have. */
    enum Codec {
        JACKSON,
        KRYO
    }

    /** Every message. */
    public record Message(String order, String text) {}

    /** A line of an order. */
    public record Line(String article) {}

    /** A line of an order, with one more property. */
    public record LineAndColour(String article, String colour) {}

    /** What there is to begin with. */
    public record Order(String text, int count, Size size, List<Line> lines, Payment payment) {}

    /** One more property at the top. */
    public record OrderAdded(String text, int count, Size size, List<Line> lines, Payment payment, String added) {}

    /** One more property in each line. */
    public record OrderDeep(String text, int count, Size size, List<LineAndColour> lines, Payment payment) {}

    /** Without the number. */
    public record OrderRemoved(String text, Size size, List<Line> lines, Payment payment) {}

    /** The text has another name. */
    public record OrderRenamed(
            @JsonAlias("text") String note, int count, Size size, List<Line> lines, Payment payment) {}

    /** The number is wider. */
    public record OrderWide(String text, long count, Size size, List<Line> lines, Payment payment) {}

    /** One more constant. */
    public record OrderSizes(String text, int count, MoreSizes size, List<Line> lines, Payment payment) {}

    /** One more kind of payment. */
    public record OrderPayments(String text, int count, Size size, List<Line> lines, MorePayments payment) {}

    /** Keeps what it does not know. */
    public record OrderKeeping(
            String text,
            int count,
            Size size,
            List<Line> lines,
            Payment payment,
            @JsonAnySetter @JsonAnyGetter Map<String, Object> more) {}

    /** Does without what it does not know. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record OrderDropping(String text, int count, Size size, List<Line> lines, Payment payment) {}

    /** Two values of their own. */
    public record Values(String text, int count) {}

    /** Three values of their own. */
    public record MoreValues(String text, int count, String added) {}

    /** A size. */
    public enum Size {
        SMALL
    }

    /** A size, of which there is one more. */
    public enum MoreSizes {
        SMALL,
        LARGE
    }

    /** A payment. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes(@JsonSubTypes.Type(value = Card.class, name = "card"))
    public interface Payment {}

    /** A payment, of which there is one more kind. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Card.class, name = "card"),
        @JsonSubTypes.Type(value = Cash.class, name = "cash")
    })
    public interface MorePayments {}

    /** One kind. */
    public record Card(String number) implements Payment, MorePayments {}

    /** The other kind. */
    public record Cash(int coins) implements MorePayments {}

    static final Correlation<Message> BY_ORDER =
            Correlation.<Message>content("orders").part("Order", Message::order);

    static final Order FIRST = new Order("a", 1, Size.SMALL, List.of(new Line("tea")), new Card("4711"));

    /**
     * Values as a release stores them.
     *
     * @param codec the codec
     * @param version its schema version
     * @param state the class of the state in this release, called {@code Order} in the real application
     * @param others other classes that look otherwise than in the first release
     */
    static ValueEncoding values(Codec codec, int version, Class<?> state, Class<?>... others) {
        ValueEncoding.Builder values = ValueEncoding.builder().writeWith(codec(codec, version, state, others));
        // One class has two names within one test.
        for (Class<?> name : List.of(
                Order.class,
                OrderAdded.class,
                OrderDeep.class,
                OrderRemoved.class,
                OrderRenamed.class,
                OrderWide.class,
                OrderSizes.class,
                OrderPayments.class,
                OrderKeeping.class,
                OrderDropping.class)) {
            if (name != state) {
                values.renamed(name.getName(), state);
            }
        }
        return values.build();
    }

    static ValueCodec codec(Codec codec, int version, Class<?> state, Class<?>... others) {
        if (codec == Codec.JACKSON) {
            return JacksonCodec.builder().schemaVersion(version).build();
        }
        KryoCodec.Builder kryo = KryoCodec.builder().schemaVersion(version);
        kryo.register(1, state).register(2, Message.class).register(5, Card.class);
        List<Class<?>> given = List.of(others);
        kryo.register(3, given.contains(LineAndColour.class) ? LineAndColour.class : Line.class);
        kryo.register(4, given.contains(MoreSizes.class) ? MoreSizes.class : Size.class);
        if (given.contains(Cash.class)) {
            kryo.register(6, Cash.class);
        }
        return kryo.build();
    }

    /**
     * A release of the application.
     *
     * @param values how it stores values
     * @param definition what it runs
     * @param set begins an order, or makes the next state of the present one
     * @param read tells the state
     * @param <S> its class of the state
     */
    record Release<S>(
            ValueEncoding values,
            WorkflowDefinition<S> definition,
            Operation<S, Message, String> set,
            Operation<S, Message, String> read) {}

    static <S> Release<S> release(
            ValueEncoding values, String version, StateMapping<S> mapping, S first, BiFunction<S, String, S> next) {
        Operation<S, Message, String> set = set(first, next);
        Operation<S, Message, String> read = read();
        WorkflowDefinition<S> definition = WorkflowDefinition.of(DefinitionIdentity.of("Order", version), mapping)
                .with(set, read);
        return new Release<>(values, definition, set, read);
    }

    private static <S> Operation<S, Message, String> set(S first, BiFunction<S, String, S> next) {
        return Operation.createOrGet("Set", Message.class)
                .correlatedBy(BY_ORDER)
                .replying(String.class)
                .handledBy((Turn<S> turn, S state, Message message) ->
                        String.valueOf(turn.become(state == null ? first : next.apply(state, message.text()))));
    }

    private static <S> Operation<S, Message, String> read() {
        return Operation.mustExist("Read", Message.class)
                .correlatedBy(BY_ORDER)
                .handledBy((Turn<S> turn, S state, Message message) -> {
                    turn.unchanged();
                    return String.valueOf(state);
                });
    }
}
