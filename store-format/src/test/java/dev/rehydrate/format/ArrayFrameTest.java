// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.format.WireFormatException.Kind;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ArrayFrameTest {

    private static final Frame FRAME = Frame.second("a test", 'T');
    private static final int BEFORE = 5;
    private static final int AFTER = 7;

    private final List<EncodedValue> values = List.of(value(10), value(100_000), value(5000));
    private final byte[] array = bytes();

    private byte[] bytes() {
        try {
            return FRAME.bytes(values, (out, all) -> out.list(all, WireOutput::value), BEFORE, AFTER);
        } catch (WireFormatException unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    private static EncodedValue value(int size) {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return EncodedValue.fromBytes(bytes);
    }

    private List<EncodedValue> read(byte[] all) throws WireFormatException {
        return FRAME.read(all, BEFORE, all.length - AFTER, in -> in.list(WireInput::value));
    }

    @Test
    void onlyTheValueThatIsMostOfAMessageStaysInIt() throws WireFormatException {
        byte[] message = array.clone();
        List<EncodedValue> read = read(message);
        assertThat(read).isEqualTo(values);

        Arrays.fill(message, (byte) 0);

        assertThat(read.get(0)).isEqualTo(values.get(0));
        assertThat(read.get(1).toBytes()).containsOnly(0).hasSize(100_000);
        assertThat(read.get(2)).isEqualTo(values.get(2));
    }

    @Test
    void noByteCanBeChanged() {
        for (int at = BEFORE; at < array.length - AFTER; at += at < 60 || at > array.length - 60 ? 1 : 997) {
            byte[] changed = array.clone();
            changed[at] ^= 1;
            assertThatThrownBy(() -> read(changed)).as("byte %d", at).isInstanceOf(WireFormatException.class);
        }
    }

    @Test
    void whatEndsTooEarlyIsDamaged() {
        for (int missing : new int[] {1, 4, 5, 50_000, array.length - BEFORE - AFTER - 1}) {
            byte[] cut = Arrays.copyOf(array, array.length - missing);
            assertThatThrownBy(() -> read(cut))
                    .isInstanceOfSatisfying(
                            WireFormatException.class,
                            refused -> assertThat(refused.kind()).isEqualTo(Kind.DAMAGED));
        }
    }

    @Test
    void whatANewerVersionForbidsIsRefused() {
        byte[] newer = array.clone();
        newer[BEFORE] = 3;
        newer[BEFORE + 1] = 3;
        assertThatThrownBy(() -> read(newer))
                .isInstanceOfSatisfying(
                        WireFormatException.class,
                        refused -> assertThat(refused.kind()).isEqualTo(Kind.NEWER));
    }
}
