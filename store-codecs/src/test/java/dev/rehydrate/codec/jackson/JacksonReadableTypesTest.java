// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueCodingException.Reason;
import dev.rehydrate.codec.ValueEncoding;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What Jackson writes and cannot read is refused before it is stored, and so is the JSON of another class when it is read. */
class JacksonReadableTypesTest {

    private final JacksonCodec codec = JacksonCodec.builder().build();
    private final ValueEncoding encoding = ValueEncoding.with(codec);

    /** A getter, a final field and a constructor that Jackson knows nothing of. */
    public static final class Closed {
        private final String title;

        public Closed(String title) {
            this.title = title;
        }

        public String getTitle() {
            return title;
        }
    }

    /** Jackson writes the property and finds nowhere to put it. */
    public static final class Lossy {
        private String kept = "";

        public static Lossy of(String content) {
            Lossy lossy = new Lossy();
            lossy.kept = content;
            return lossy;
        }

        public String getTitle() {
            return kept;
        }
    }

    /** Has no equals, and a set that comes back in another order. */
    public static final class Tagged {
        public Set<String> tags = new HashSet<>(1024);
    }

    /** Is written differently each time. */
    public static final class Ticking {
        private static long ticks;

        public String title = "";

        public long getTick() {
            return ++ticks;
        }
    }

    /** An interface of states, without a word of which one it is. */
    public sealed interface Unnamed {
        /** One of them. */
        record Draft(String text) implements Unnamed {}
    }

    /** The same, with a name for each. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes(@JsonSubTypes.Type(value = Named.Draft.class, name = "draft"))
    public sealed interface Named {
        /** One of them. */
        record Draft(String text) implements Named {}
    }

    /** Has nothing in common with an invoice. */
    public record Order(String article, int pieces) {}

    /** Has nothing in common with an order. */
    public record Invoice(String number, Long cents) {}

    /** An order that has gained a component. */
    public record NewOrder(String article, int pieces, String remark) {}

    @Test
    void aClassThatCannotBeMadeOfItsJsonIsRefusedAtTheFirstWrite() {
        assertThatThrownBy(() -> encoding.encode(new Closed("x")))
                .isInstanceOfSatisfying(
                        ValueCodingException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(Reason.NOT_ENCODABLE))
                .hasMessageContaining(
                        "codec 'json' can write a " + Closed.class.getName() + " but cannot read it again");
        assertThatThrownBy(() -> codec.requireReadable(Unnamed.class))
                .isInstanceOf(ValueCodingException.class)
                .hasMessageContaining("Jackson cannot make a " + Unnamed.class.getName() + " of JSON");
    }

    @Test
    void aClassOfWhichAPartIsLostIsRefusedAtTheFirstWrite() {
        assertThatThrownBy(() -> encoding.encode(Lossy.of("content")))
                .isInstanceOf(ValueCodingException.class)
                .hasMessageContaining("loses a part of it on the way back");

        ValueEncoding trusting =
                ValueEncoding.builder().writeWith(codec).withoutRoundTrip().build();
        assertThat(trusting.encode(Lossy.of("content"))).isNotNull();
    }

    @Test
    void aSubclassThatTheReaderCannotTellIsRefusedAtTheFirstWrite() {
        assertThatThrownBy(() -> encoding.encode(new Unnamed.Draft("x"), Unnamed.class))
                .isInstanceOf(ValueCodingException.class)
                .hasMessageContaining("cannot read it again as a " + Unnamed.class.getName());

        EncodedValue named = encoding.encode(new Named.Draft("x"), Named.class);
        assertThat(encoding.decode(named, Named.class)).isEqualTo(new Named.Draft("x"));
        codec.requireReadable(Named.class);
    }

    @Test
    void whatComesBackInAnotherOrderOrIsNeverWrittenTheSameIsNoLoss() {
        Tagged tagged = new Tagged();
        for (int i = 0; i < 40; i++) {
            tagged.tags.add("tag " + i);
        }

        assertThat(encoding.decode(encoding.encode(tagged), Tagged.class)).isNotNull();
        assertThat(encoding.decode(encoding.encode(new Ticking()), Ticking.class))
                .isNotNull();
    }

    @Test
    void theJsonOfAnotherRecordIsRefusedWithBothNames() {
        EncodedValue order = encoding.encode(new Order("screw", 3));

        assertThatThrownBy(() -> encoding.decode(order, Invoice.class))
                .isInstanceOfSatisfying(
                        ValueCodingException.class,
                        refusal -> assertThat(refusal.reason()).isEqualTo(Reason.NEWER_VERSION))
                .hasMessageContaining(Order.class.getName())
                .hasMessageContaining("read as a " + Invoice.class.getName());
    }

    @Test
    void aRecordThatWasRenamedAndGainedAComponentReadsItsOldJson() {
        EncodedValue order = encoding.encode(new Order("screw", 3));
        ValueEncoding later = ValueEncoding.builder()
                .writeWith(codec)
                .renamed(Order.class.getName(), NewOrder.class)
                .build();

        assertThat(later.decode(order, NewOrder.class)).isEqualTo(new NewOrder("screw", 3, null));
    }

    @Test
    void aTypeOfTheJdkSaysNothingAboutTheApplicationsType() {
        EncodedValue order = encoding.encode(new Order("screw", 3));

        Object map = encoding.decode(order, Map.class);
        Object list = encoding.decode(encoding.encode(List.of("a")), List.class);

        assertThat(map).isEqualTo(Map.of("article", "screw", "pieces", 3));
        assertThat(list).isEqualTo(List.of("a"));
    }
}
