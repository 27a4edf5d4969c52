// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec;

import static dev.rehydrate.codec.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueCodingException.Reason;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

class CompressionTest {

    private final Compression always = new Compression(0);

    private static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random(1).nextBytes(bytes);
        return bytes;
    }

    private static byte[] deflated(byte[] plain) {
        Deflater deflater = new Deflater();
        deflater.setInput(plain);
        deflater.finish();
        byte[] packed = new byte[plain.length / 100 + 1_000];
        int length = deflater.deflate(packed);
        deflater.end();
        return Arrays.copyOf(packed, length);
    }

    @Test
    void whatIsPackedIsUnpacked() {
        byte[] plain = new byte[10_000];

        byte[] packed = always.pack(plain);

        assertThat(packed).hasSizeLessThan(100);
        assertThat(Compression.unpack(packed, plain.length)).isEqualTo(plain);
    }

    @Test
    void whatCannotBeMadeSmallerStaysAsItIs() {
        byte[] plain = random(10_000);

        assertThat(always.pack(plain)).isSameAs(plain);
        assertThat(always.pack(new byte[0])).isEmpty();
    }

    @Test
    void whatIsSmallStaysAsItIs() {
        byte[] plain = new byte[99];

        assertThat(new Compression(100).pack(plain)).isSameAs(plain);
    }

    @Test
    void anyOtherLengthThanWasWrittenIsRefused() {
        byte[] packed = deflated(new byte[10_000]);

        for (int length : new int[] {0, 1, 9_999, 10_001, 20_000}) {
            assertRefused(Reason.DAMAGED, () -> Compression.unpack(packed, length));
        }
    }

    @Test
    void aBombIsUnpackedNoFurtherThanItsClaim() {
        byte[] bomb = deflated(new byte[10_000_000]);

        assertThat(bomb).hasSizeLessThan(10_000);
        assertRefused(Reason.DAMAGED, () -> Compression.unpack(bomb, 1_000));
    }

    @Test
    void aClaimThatDeflateCannotMeetGetsNoMemory() {
        assertRefused(Reason.DAMAGED, () -> Compression.unpack(new byte[1_000], Integer.MAX_VALUE))
                .withMessageContaining("cannot have the length");
    }

    @Test
    void anythingAfterTheEndIsRefused() {
        byte[] packed = deflated(new byte[1_000]);

        assertRefused(Reason.DAMAGED, () -> Compression.unpack(Arrays.copyOf(packed, packed.length + 1), 1_000));
    }

    @Test
    void everyTruncationIsRefused() {
        byte[] packed = deflated(random(300));

        for (int length = 0; length < packed.length; length++) {
            byte[] cut = Arrays.copyOf(packed, length);
            assertRefused(Reason.DAMAGED, () -> Compression.unpack(cut, 300));
        }
    }

    @Test
    void whatWasNeverPackedIsRefused() {
        assertRefused(Reason.DAMAGED, () -> Compression.unpack(random(100), 100));
    }
}
