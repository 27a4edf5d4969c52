// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec;

import static dev.rehydrate.codec.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.codec.Codecs.Note;
import dev.rehydrate.codec.ValueCodingException.Reason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class EncodedValueTest {

    private static final int FORMAT_AT = 1;
    private static final int FLAGS_AT = 2;

    private final ValueEncoding encoding = ValueEncoding.builder()
            .writeWith(Codecs.notes("notes", 3))
            .compressFrom(1024)
            .build();

    private void read(byte[] stored) {
        encoding.decode(EncodedValue.fromBytes(stored), Object.class);
    }

    static Stream<Object> values() {
        return Stream.of("text", -5, Instant.EPOCH, new byte[20], "packed ".repeat(300), new Note("a note"));
    }

    @ParameterizedTest
    @MethodSource("values")
    @Timeout(value = 10, unit = TimeUnit.SECONDS)
    void everyChangeOfAnyByteIsRefused(Object value) {
        byte[] stored = encoding.encode(value).toBytes();

        for (int at = 0; at < stored.length; at++) {
            for (int change = 1; change < 256; change++) {
                byte[] changed = stored.clone();
                changed[at] ^= (byte) change;
                Reason reason = at == FORMAT_AT && changed[FORMAT_AT] != 0 ? Reason.NEWER_VERSION : Reason.DAMAGED;
                assertRefused(reason, () -> read(changed));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("values")
    void aPartOfAMessageIsTheSameValue(Object value) throws IOException {
        EncodedValue whole = encoding.encode(value);
        byte[] message = new byte[whole.size() + 7];
        Arrays.fill(message, (byte) -1);
        System.arraycopy(whole.toBytes(), 0, message, 3, whole.size());

        EncodedValue part = EncodedValue.partOf(message, 3, whole.size());

        assertThat(part).isEqualTo(whole).hasSameHashCodeAs(whole).hasToString(whole.toString());
        assertThat(whole).isEqualTo(part);
        assertThat(part.toBytes()).isEqualTo(whole.toBytes());
        byte[] copied = new byte[whole.size() + 2];
        part.copyTo(copied, 1);
        assertThat(Arrays.copyOfRange(copied, 1, whole.size() + 1)).isEqualTo(whole.toBytes());
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        part.writeTo(new DataOutputStream(written));
        assertThat(written.toByteArray()).isEqualTo(whole.toBytes());
        assertThat(encoding.decode(part, Object.class)).isEqualTo(value);
        assertRefused(
                Reason.DAMAGED, () -> encoding.decode(EncodedValue.partOf(message, 2, whole.size()), Object.class));
        assertThatThrownBy(() -> EncodedValue.partOf(message, 8, whole.size()))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @ParameterizedTest
    @MethodSource("values")
    void everyTruncationIsRefused(Object value) {
        byte[] stored = encoding.encode(value).toBytes();

        for (int length = 0; length < stored.length; length++) {
            byte[] cut = Arrays.copyOf(stored, length);
            assertRefused(Reason.DAMAGED, () -> read(cut));
        }
    }

    @ParameterizedTest
    @MethodSource("values")
    void everyAdditionIsRefused(Object value) {
        byte[] stored = encoding.encode(value).toBytes();

        assertRefused(Reason.DAMAGED, () -> read(Arrays.copyOf(stored, stored.length + 1)));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 127, 128, 255})
    void aNewerFormatSaysSo(int format) {
        byte[] stored = encoding.encode("text").toBytes();
        stored[FORMAT_AT] = (byte) format;

        assertRefused(Reason.NEWER_VERSION, () -> read(stored))
                .withMessage("written in format " + format + "; this version reads up to 1");
    }

    @Test
    void anUnknownFlagIsDamage() {
        byte[] stored = encoding.encode("text").toBytes();
        stored[FLAGS_AT] = 2;

        assertRefused(Reason.DAMAGED, () -> read(stored));
    }

    @Test
    void headsThatAreNeverWrittenAreDamage() {
        byte[] payload = {1};
        EncodedValue.Head version = new EncodedValue.Head("notes", "Note", 0, 1, false, false);
        EncodedValue.Head name = new EncodedValue.Head("notes", "Note\nfake log line", 1, 1, false, false);

        assertRefused(
                Reason.DAMAGED, () -> read(EncodedValue.of(version, payload).toBytes()));
        assertRefused(Reason.DAMAGED, () -> read(EncodedValue.of(name, payload).toBytes()));
    }

    @Test
    void aTypeNameThatDoesNotFitIsNotWritten() {
        EncodedValue.Head head = new EncodedValue.Head("notes", "N".repeat(65_536), 1, 1, false, false);

        assertRefused(Reason.NOT_ENCODABLE, () -> EncodedValue.of(head, new byte[1]));
    }

    @Test
    void theBytesCannotBeChangedFromOutside() {
        EncodedValue value = encoding.encode("text");
        byte[] out = value.toBytes();
        EncodedValue copy = EncodedValue.fromBytes(out);

        Arrays.fill(out, (byte) 0);

        assertThat(encoding.decode(value, String.class)).isEqualTo("text");
        assertThat(encoding.decode(copy, String.class)).isEqualTo("text");
    }

    @Test
    void aloneAValueKeepsNoMessage() {
        EncodedValue value = encoding.encode("text");
        byte[] message = Arrays.copyOf(value.toBytes(), value.size() + 1);

        EncodedValue alone = EncodedValue.partOf(message, 0, value.size()).alone();
        Arrays.fill(message, (byte) 0);

        assertThat(alone).isEqualTo(value);
        assertThat(alone.alone()).isSameAs(alone);
    }

    @Test
    void bytesGoThroughAStream() throws IOException {
        EncodedValue value = encoding.encode("text");
        ByteArrayOutputStream stream = new ByteArrayOutputStream();

        value.writeTo(new DataOutputStream(stream));
        EncodedValue back = EncodedValue.readFrom(
                new DataInputStream(new ByteArrayInputStream(stream.toByteArray())), value.size());

        assertThat(back).isEqualTo(value).hasSameHashCodeAs(value);
        assertThat(stream.size()).isEqualTo(value.size());
    }

    @Test
    void equalBytesAreEqualValues() {
        assertThat(encoding.encode("text")).isEqualTo(encoding.encode("text")).isNotEqualTo(encoding.encode("other"));
    }

    @Test
    void theContentIsNotInItsTextForm() {
        assertThat(encoding.encode("secret")).hasToString("EncodedValue[49 bytes]");
    }
}
