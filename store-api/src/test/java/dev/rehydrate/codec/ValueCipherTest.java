// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rehydrate.codec.ValueCodingException.Reason;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class ValueCipherTest {

    private static final String SECRET = "the secret of a document, ".repeat(20);

    private final ValueEncoding clear = ValueEncoding.simpleTypes();
    private final ValueEncoding first = encrypting(ValueCipher.writingWith("k1", key(1)));
    private final ValueEncoding rotated =
            encrypting(ValueCipher.writingWith("k2", key(2)).alsoReadingWith("k1", key(1)));

    private static ValueEncoding encrypting(ValueCipher cipher) {
        return ValueEncoding.builder().compressFrom(200).encryptWith(cipher).build();
    }

    private static byte[] key(int seed) {
        byte[] key = new byte[32];
        Arrays.fill(key, (byte) seed);
        return key;
    }

    @Test
    void whatIsStoredCanBeReadWithTheKeyAndSaysNothingWithout() {
        EncodedValue stored = first.encode(SECRET);

        assertThat(first.decode(stored, String.class)).isEqualTo(SECRET);
        assertThat(new String(stored.toBytes(), StandardCharsets.ISO_8859_1)).doesNotContain("secret");
        assertThat(first.encode(SECRET).toBytes()).isNotEqualTo(stored.toBytes());
        assertReason(clear, stored, Reason.UNKNOWN_KEY);
    }

    @Test
    void keysCanBeRotated() {
        EncodedValue old = first.encode(SECRET);
        EncodedValue recent = rotated.encode(SECRET);

        assertThat(rotated.decode(old, String.class)).isEqualTo(SECRET);
        assertThat(rotated.decode(recent, String.class)).isEqualTo(SECRET);
        assertReason(first, recent, Reason.UNKNOWN_KEY);
    }

    @Test
    void whatWasStoredInTheClearCanStillBeRead() {
        assertThat(first.decode(clear.encode(SECRET), String.class)).isEqualTo(SECRET);
    }

    @Test
    void anotherKeyOfTheSameNameReadsNothing() {
        assertReason(encrypting(ValueCipher.writingWith("k1", key(3))), first.encode(SECRET), Reason.DAMAGED);
    }

    /** The checksum finds damage; an attacker who changes bytes makes the checksum right again first. */
    @Test
    void noByteCanBeChangedUnnoticed() {
        byte[] stored = first.encode("short").toBytes();
        for (int at = 7; at < stored.length; at++) {
            byte[] forged = stored.clone();
            forged[at] ^= 1;
            EncodedValue value = EncodedValue.fromBytes(withChecksum(forged));

            assertThatExceptionOfType(ValueCodingException.class)
                    .as("byte %d", at)
                    .isThrownBy(() -> first.decode(value, Object.class));
        }
    }

    @Test
    void anEncryptedValueCannotBePassedOffAsAClearOne() {
        byte[] stored = first.encode("short").toBytes();
        stored[2] = 0;

        EncodedValue value = EncodedValue.fromBytes(withChecksum(stored));

        assertReason(first, value, Reason.DAMAGED);
    }

    private static byte[] withChecksum(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, 3);
        crc.update(bytes, 7, bytes.length - 7);
        ByteBuffer.wrap(bytes).putInt(3, (int) crc.getValue());
        return bytes;
    }

    @Test
    void keysAreNeverShown() {
        ValueCipher cipher = ValueCipher.writingWith("k2", key(2)).alsoReadingWith("k1", key(1));

        assertThat(cipher).hasToString("ValueCipher[writes with 'k2', reads [k1, k2]]");
    }

    @Test
    void whatIsNoKeyIsRefused() {
        ValueCipher cipher = ValueCipher.writingWith("k1", key(1));

        assertThatIllegalArgumentException().isThrownBy(() -> ValueCipher.writingWith("k1", new byte[16]));
        assertThatIllegalArgumentException().isThrownBy(() -> ValueCipher.writingWith("K 1", key(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> cipher.alsoReadingWith("k1", key(2)));
    }

    private static void assertReason(ValueEncoding encoding, EncodedValue value, Reason reason) {
        assertThatExceptionOfType(ValueCodingException.class)
                .isThrownBy(() -> encoding.decode(value, Object.class))
                .returns(reason, ValueCodingException::reason);
    }
}
