// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.format.WireFormatException.Kind;
import dev.rehydrate.format.wire.CheckedInput;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.Slot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever happened to the bytes of a slot, they are refused by one exception, soon, and without spending memory. */
class DamagedSlotTest {

    private static final byte[] SOUND = Wire.bytes(Samples.FULL, SlotFormat::write);
    private static final Duration SOON = Duration.ofSeconds(1);

    @Test
    void everyFlippedBitIsRefused() {
        ProcessorTime.assertAtMost(SOON, () -> {
            for (int at = 0; at < SOUND.length; at++) {
                for (int bit = 0; bit < Byte.SIZE; bit++) {
                    Wire.refusal(changed(SOUND, at, 1 << bit), SlotFormat::read);
                }
            }
        });
    }

    @Test
    void everyChangeOfAByteIsRefusedWithLittleMemory() {
        byte[] sound = Wire.bytes(Samples.IDLE, SlotFormat::write);
        int largest = 0;
        for (int at = 0; at < sound.length; at++) {
            for (int change = 1; change <= 0xFF; change++) {
                Source source = new Source(changed(sound, at, change));
                Wire.refusal(source.input(), SlotFormat::read);
                largest = Math.max(largest, source.largestArray());
            }
        }
        assertThat(largest).isLessThanOrEqualTo(2 * CheckedInput.STEP);
    }

    @Test
    void everyTruncationIsRefused() {
        ProcessorTime.assertAtMost(SOON, () -> {
            for (int length = 0; length < SOUND.length; length++) {
                byte[] truncated = Arrays.copyOf(SOUND, length);
                assertThat(Wire.refusal(truncated, SlotFormat::read).kind()).isEqualTo(Kind.DAMAGED);
            }
        });
    }

    @Test
    void everyTruncationIsRefusedWhereTheSourceDoesNotComplain() {
        for (int length = 0; length < SOUND.length; length++) {
            Source source = new Source(Arrays.copyOf(SOUND, length));
            assertThat(Wire.refusal(source.input(), SlotFormat::read).kind()).isEqualTo(Kind.DAMAGED);
        }
    }

    @Test
    void aMissingZeroAtTheEndIsMissed() {
        int tried = 0;
        for (int content = 0; content < 5000; content++) {
            byte[] bytes = ending(content);
            if (bytes[bytes.length - 1] == 0) {
                tried++;
                Source source = new Source(Arrays.copyOf(bytes, bytes.length - 1));
                assertThat(Wire.refusal(source.input(), SlotFormat::read).kind())
                        .isEqualTo(Kind.DAMAGED);
            }
        }
        assertThat(tried).isPositive();
    }

    @Test
    void anotherPayloadUnderTheSameHeadIsRefused() {
        byte[] swapped = SOUND.clone();
        byte[] first = Wire.bytes(Samples.IDLE, SlotFormat::write);
        System.arraycopy(first, first.length - 9, swapped, swapped.length - 9, 9);

        assertThat(Wire.refusal(swapped, SlotFormat::read).kind()).isEqualTo(Kind.DAMAGED);
    }

    @Test
    void somethingElseOfOursIsNotASlot() {
        byte[] operation = Wire.bytes(SampleMessages.OPERATIONS.get(0), OperationFormat::write);

        assertThat(Wire.refusal(operation, SlotFormat::read).kind()).isEqualTo(Kind.DAMAGED);
    }

    @Test
    void aForeignObjectIsNotASlot() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream objects = new ObjectOutputStream(bytes)) {
            objects.writeObject(new ArrayList<>(List.of("a gadget")));
        }

        assertThat(Wire.refusal(bytes.toByteArray(), SlotFormat::read)).hasNoCause();
    }

    @Test
    void noiseIsNotASlot() {
        ProcessorTime.assertAtMost(SOON, () -> {
            for (int seed = 0; seed < 1000; seed++) {
                byte[] noise = new byte[seed % 500];
                new Random(seed).nextBytes(noise);
                Wire.refusal(noise, SlotFormat::read);
            }
        });
    }

    @Test
    void theReasonNeverShowsTheContent() {
        for (int at = 0; at < SOUND.length; at++) {
            assertThat(Wire.refusal(changed(SOUND, at, 1), SlotFormat::read))
                    .hasMessageNotContaining("plain")
                    .hasMessageNotContaining("documents");
        }
    }

    private static byte[] changed(byte[] sound, int at, int change) {
        byte[] changed = sound.clone();
        changed[at] ^= (byte) change;
        return changed;
    }

    /** A slot whose checksum differs with the number. */
    private static byte[] ending(int number) {
        Slot slot = new Slot(null, Samples.CLAIM, number, CommandHistory.EMPTY, null, Samples.CREATED, null);
        return Wire.bytes(slot, SlotFormat::write);
    }
}
