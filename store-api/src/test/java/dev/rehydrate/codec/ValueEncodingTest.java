// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec;

import static dev.rehydrate.codec.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rehydrate.codec.Codecs.Note;
import dev.rehydrate.codec.ValueCodingException.Reason;
import dev.rehydrate.instance.ValueBag;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValueEncodingTest {

    private final ValueEncoding simple = ValueEncoding.simpleTypes();
    private final ValueEncoding notes = ValueEncoding.with(Codecs.notes("notes", 3));

    private static ValueEncoding limitedTo(int bytes) {
        return ValueEncoding.builder().limitValuesTo(bytes).build();
    }

    @Test
    void otherThanSimpleTypesNeedACodec() {
        assertRefused(Reason.NOT_ENCODABLE, () -> simple.encode(new Note("x"))).withMessageContaining("codec");
    }

    @Test
    void theCodecWritesAndReadsWhatIsNotSimple() {
        EncodedValue stored = notes.encode(new Note("x"));

        assertThat(notes.decode(stored, Note.class)).isEqualTo(new Note("x"));
        assertThat(notes.describe(stored))
                .isEqualTo(new ValueBag.Description("notes", 3, Note.class.getName(), stored.size()));
    }

    @Test
    void simpleTypesAreReadWithoutAnyCodec() {
        EncodedValue stored = notes.encode("text");

        assertThat(simple.decode(stored, String.class)).isEqualTo("text");
        assertThat(simple.describe(stored).codecId()).isEqualTo("primitive");
    }

    @Test
    void bytesThatTheirOwnerChangesLaterAreStoredAsTheyWere() {
        byte[] mine = {1, 2, 3};
        EncodedValue stored = simple.encode(mine);

        mine[0] = 9;

        assertThat(simple.decode(stored, byte[].class)).containsExactly(1, 2, 3);
    }

    @Test
    void aMissingCodecIsNamedAndTheValueCanStillBeDescribed() {
        EncodedValue stored = notes.encode(new Note("x"));

        assertRefused(Reason.UNKNOWN_CODEC, () -> simple.decode(stored, Note.class))
                .withMessageContaining("'notes'")
                .withMessageContaining(Note.class.getName());
        assertThat(simple.describe(stored).typeName()).isEqualTo(Note.class.getName());
    }

    @Test
    void aFormerCodecStillReads() {
        ValueEncoding changed = ValueEncoding.builder()
                .writeWith(Codecs.notes("new", 1))
                .alsoRead(Codecs.notes("notes", 3))
                .build();

        assertThat(changed.decode(notes.encode(new Note("x")), Note.class)).isEqualTo(new Note("x"));
        assertThat(changed.describe(changed.encode(new Note("x"))).codecId()).isEqualTo("new");
    }

    @Test
    void aNewerSchemaVersionIsRefusedAndAnOlderOneIsRead() {
        ValueEncoding older = ValueEncoding.with(Codecs.notes("notes", 2));

        assertRefused(Reason.NEWER_VERSION, () -> older.decode(notes.encode(new Note("x")), Note.class))
                .withMessageContaining("schema version 3")
                .withMessageContaining("up to 2");
        assertThat(notes.decode(older.encode(new Note("x")), Note.class)).isEqualTo(new Note("x"));
    }

    @Test
    void anotherTypeThanExpectedIsRefused() {
        EncodedValue stored = simple.encode("text");

        assertRefused(Reason.OTHER_TYPE, () -> simple.decode(stored, Integer.class))
                .withMessage("holds a java.lang.String, not a java.lang.Integer");
        assertThat(simple.decode(stored, CharSequence.class)).isEqualTo("text");
    }

    @Test
    void nullIsOfEveryType() {
        assertThat(simple.decode(simple.encode(null), Note.class)).isNull();
    }

    @Test
    void aValueOfTheLargestSizePassesAndALargerOneIsNotWritten() {
        ValueEncoding limited = limitedTo(5);

        assertThat(limited.decode(limited.encode("12345"), String.class)).isEqualTo("12345");
        assertRefused(Reason.TOO_LARGE, () -> limited.encode("123456"))
                .withMessage("the value has 6 bytes; the limit is 5");
    }

    @Test
    void aStoredValueThatIsLargerIsNotRead() {
        EncodedValue plain = simple.encode("123456");
        EncodedValue packed = simple.encode("x".repeat(100_000));

        assertRefused(Reason.TOO_LARGE, () -> limitedTo(5).decode(plain, String.class));
        assertRefused(Reason.TOO_LARGE, () -> limitedTo(99_999).decode(packed, String.class));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void aLengthThatIsClaimedButNotTrueCostsNothing(int length) {
        EncodedValue.Head claim = new EncodedValue.Head("primitive", "[B", 1, length, true, false);
        EncodedValue stored = EncodedValue.of(claim, new byte[100]);

        assertRefused(Reason.TOO_LARGE, () -> simple.decode(stored, byte[].class));
        assertRefused(
                length < 0 ? Reason.TOO_LARGE : Reason.DAMAGED,
                () -> limitedTo(Integer.MAX_VALUE).decode(stored, byte[].class));
    }

    @Test
    void valuesArePackedFromTheThresholdOn() {
        ValueEncoding eager = ValueEncoding.builder().compressFrom(100).build();
        ValueEncoding never =
                ValueEncoding.builder().compressFrom(Integer.MAX_VALUE).build();

        int overhead = eager.encode("").size();
        assertThat(eager.encode("x".repeat(99)).size()).isEqualTo(overhead + 99);
        assertThat(eager.encode("x".repeat(100)).size()).isLessThan(overhead + 99);
        assertThat(never.encode("x".repeat(100_000)).size()).isEqualTo(overhead + 100_000);
        assertThat(never.decode(eager.encode("x".repeat(100)), String.class)).isEqualTo("x".repeat(100));
    }

    @Test
    void aCodecThatFailsInItsOwnWayIsReportedInOurs() {
        ValueEncoding failing = unproven((bytes, type) -> {
            throw new IllegalStateException("out of order");
        });
        ValueEncoding refusing = ValueEncoding.with(Codecs.of(
                "bad",
                1,
                value -> {
                    throw new IllegalStateException("out of order");
                },
                (bytes, type) -> ""));

        assertRefused(Reason.DAMAGED, () -> failing.decode(failing.encode(new Note("x")), Note.class))
                .withMessageContaining("'bad'")
                .withRootCauseInstanceOf(IllegalStateException.class);
        assertRefused(Reason.NOT_ENCODABLE, () -> refusing.encode(new Note("x")))
                .withMessageContaining("'bad'")
                .withMessageContaining(Note.class.getName());
    }

    private static ValueEncoding unproven(BiFunction<byte[], Class<?>, Object> decode) {
        return ValueEncoding.builder()
                .writeWith(Codecs.of("bad", 1, value -> new byte[0], decode))
                .withoutRoundTrip()
                .build();
    }

    @Test
    void whatCannotBeReadAgainIsNotWritten() {
        for (Object back : new Object[] {"text", new Other("x")}) {
            ValueEncoding bad = ValueEncoding.with(Codecs.of("bad", 1, value -> new byte[0], (bytes, type) -> back));
            assertRefused(Reason.NOT_ENCODABLE, () -> bad.encode(new Note("x")))
                    .withMessageContaining(
                            "codec 'bad' can write a " + Note.class.getName() + " but cannot read it again");
        }
    }

    @Test
    void whatCanBeReadAgainIsProvenOnceForEachClass() {
        AtomicInteger reads = new AtomicInteger();
        ValueEncoding counting = ValueEncoding.with(
                Codecs.of("note", 1, value -> value.toString().getBytes(StandardCharsets.UTF_8), (bytes, type) -> {
                    reads.incrementAndGet();
                    return new Note("x");
                }));

        EncodedValue first = counting.encode(new Note("x"));
        assertThat(counting.limitedTo(1000).encode(new Note("x"))).isEqualTo(first);
        assertThat(counting.encode(new Note("x"), null)).isEqualTo(first);
        assertThat(reads).hasValue(1);

        assertRefused(Reason.NOT_ENCODABLE, () -> counting.encode(new Other("x")));
        assertRefused(Reason.NOT_ENCODABLE, () -> counting.encode(new Other("x")));
        assertThat(reads).hasValue(3);
    }

    @Test
    void whatCanBeReadAgainIsProvenAgainForEachClassThatComesIntoIt() {
        AtomicInteger reads = new AtomicInteger();
        Set<Class<?>> within = new HashSet<>(Set.of(Note.class));
        ValueCodec codec = Codecs.of("note", 1, value -> new byte[0], (bytes, type) -> {
            reads.incrementAndGet();
            if (within.contains(Other.class)) {
                throw new IllegalStateException("cannot make it");
            }
            return new Note("x");
        });
        ValueEncoding telling = ValueEncoding.with(Codecs.telling(codec, within));

        assertThat(telling.encode(new Note("x"))).isEqualTo(telling.encode(new Note("x")));
        assertThat(reads).hasValue(1);

        within.add(String.class);
        assertThat(telling.encode(new Note("x"))).isNotNull();
        assertThat(reads).as("classes of the JDK are left to the codec").hasValue(1);

        within.add(Other.class);
        assertRefused(Reason.NOT_ENCODABLE, () -> telling.encode(new Note("x")));
        assertRefused(Reason.NOT_ENCODABLE, () -> telling.encode(new Note("x")));
        assertThat(telling.encode(new Note("x"), null)).isNotNull();
        assertThat(reads).hasValue(3);
    }

    @Test
    void aCodecThatReturnsNullHasWrittenNothing() {
        ValueEncoding bad = ValueEncoding.with(Codecs.of("bad", 1, value -> null, (bytes, type) -> ""));

        assertRefused(Reason.NOT_ENCODABLE, () -> bad.encode(new Note("x")))
                .withMessage("codec 'bad' wrote nothing of a " + Note.class.getName()
                        + ": it returned null instead of bytes");
    }

    @Test
    void anotherTypesBytesAreRefusedWithBothNames() {
        ValueEncoding lenient = ValueEncoding.with(Codecs.of(
                "lenient",
                1,
                value -> new byte[0],
                (bytes, type) -> type == Note.class ? new Note("") : new Other("")));
        EncodedValue note = lenient.encode(new Note(""));

        assertRefused(Reason.OTHER_TYPE, () -> lenient.decode(note, Other.class))
                .withMessageStartingWith("holds a " + Note.class.getName() + ", not a " + Other.class.getName());

        ValueEncoding renamed = ValueEncoding.builder()
                .writeWith(Codecs.of("lenient", 1, value -> new byte[0], (bytes, type) -> new Other("")))
                .renamed(Note.class.getName(), Other.class)
                .build();
        assertThat(renamed.decode(note, Other.class)).isEqualTo(new Other(""));
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        ValueEncoding.builder().renamed("Former", Note.class).renamed("Former", Other.class));
    }

    /** Another type that is not simple. */
    record Other(String text) {}

    @Test
    void aCodecThatReadsAnythingElseIsNotBelieved() {
        ValueEncoding other = unproven((bytes, type) -> "text");
        ValueEncoding nothing = unproven((bytes, type) -> null);

        assertRefused(Reason.OTHER_TYPE, () -> other.decode(other.encode(new Note("x")), Note.class));
        assertRefused(Reason.DAMAGED, () -> nothing.decode(nothing.encode(new Note("x")), Note.class));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Upper", "with space", "ümlaut", "a234567890123456789012345678901234", "primitive"})
    void codecsWithUnusableIdsAreRefused(String id) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ValueEncoding.builder().alsoRead(Codecs.notes(id, 1)))
                .withMessageContaining(id);
    }

    @Test
    void settingsAreChecked() {
        ValueEncoding.Builder builder = ValueEncoding.builder().writeWith(Codecs.notes("notes", 1));

        assertThatIllegalArgumentException().isThrownBy(() -> builder.alsoRead(Codecs.notes("notes", 2)));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.alsoRead(Codecs.notes("zero", 0)));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.limitValuesTo(0));
        assertThatIllegalArgumentException().isThrownBy(() -> builder.compressFrom(-1));
    }

    @Test
    void anEncodingIsNotChangedByItsBuilder() {
        ValueEncoding.Builder builder = ValueEncoding.builder();
        ValueEncoding before = builder.build();

        builder.writeWith(Codecs.notes("notes", 1)).limitValuesTo(1);

        assertRefused(Reason.NOT_ENCODABLE, () -> before.encode(new Note("x")));
        assertThat(before.encode("text").size()).isPositive();
    }
}
