// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.format.WireFormatException.Kind;
import dev.rehydrate.format.message.Conditions;
import dev.rehydrate.format.message.Refusals;
import dev.rehydrate.format.slot.Codes;
import dev.rehydrate.format.slot.FirstVersionCommands;
import dev.rehydrate.format.slot.Ids;
import dev.rehydrate.format.slot.PromotedValues;
import dev.rehydrate.format.slot.Records;
import dev.rehydrate.format.slot.Slots;
import dev.rehydrate.format.slot.StoredValues;
import dev.rehydrate.format.wire.CheckedInput;
import dev.rehydrate.format.wire.CheckedOutput;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.slot.scan.SlotScan;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Bytes whose checksums are right, made by someone who knows the format, or by a writer with a bug. */
class HostileBytesTest {

    private static final Frame FRAME = SlotFormat.FRAME;
    private static final int HUGE = 512 * 1024 * 1024;
    private static final int SENT = 200_000;

    @Test
    void aHeadThatClaimsMuchGetsMemoryAsItComes() {
        Source source = new Source(prelude(HUGE, 0));

        assertThat(Wire.refusal(source.input(), SlotFormat::read).kind()).isEqualTo(Kind.DAMAGED);
        assertThat(source.largestArray()).isLessThan(4 * SENT);
        assertThat(Wire.refusal(prelude(HUGE, 0), SlotFormat::read).kind()).isEqualTo(Kind.DAMAGED);
    }

    @Test
    void aValueThatClaimsMuchGetsMemoryAsItComes() {
        byte[] claiming = Arrays.copyOf(Wire.bytes(HUGE, HostileBytesTest::writeClaim), SENT);
        Source source = new Source(claiming);

        assertThat(Wire.refusal(source.input(), in -> FRAME.read(in, Integer.MAX_VALUE, WireInput::value))
                        .kind())
                .isEqualTo(Kind.DAMAGED);
        assertThat(source.largestArray()).isLessThan(4 * SENT);
    }

    @Test
    void moreValuesThanTheLimitAreRefusedBeforeTheyAreRead() {
        Source source = new Source(Wire.bytes(HUGE, HostileBytesTest::writeClaim));

        assertThat(Wire.refusal(source.input(), in -> SlotFormat.read(in, HUGE - 1))
                        .kind())
                .isEqualTo(Kind.TOO_LARGE);
        assertThat(source.largestArray()).isLessThanOrEqualTo(CheckedInput.STEP);
    }

    @Test
    void aScanHasNoValues() {
        byte[] scan = Wire.framed(ScanFormat.FRAME, head -> {
            head.code(4);
            head.section(Duration.ZERO, WireOutput::duration);
            head.value(EncodedValue.fromBytes(new byte[1]));
        });

        assertThat(Wire.refusal(scan, ScanFormat::read).kind()).isEqualTo(Kind.TOO_LARGE);
    }

    @Test
    void nothingGoesBeyondWhatContainsIt() {
        damaged(head -> head.number(HUGE), WireInput::text);
        damaged(head -> head.number(HUGE), in -> in.section(WireInput::code));
        damaged(head -> head.number(HUGE), in -> in.list(WireInput::code));
        damaged(head -> head.number(1), in -> in.list(WireInput::code));
        damaged(head -> head.number(1), WireInput::value);
        damaged(head -> head.number(-1), WireInput::value);
        damaged(head -> head.section(1, WireOutput::code), in -> in.section(WireInput::fixed32));
        damaged(head -> head.code(7), WireInput::fixed64);
    }

    @Test
    void aNumberHasOneFormOnly() {
        damaged(head -> head.bytes(new byte[] {(byte) 0x81, 0}), WireInput::number);
        damaged(head -> head.bytes(digits(9, 2)), WireInput::number);
        damaged(head -> head.bytes(digits(10, 1)), WireInput::number);
        damaged(head -> head.number(1L << 31), WireInput::small);
        damaged(head -> head.number(-1), WireInput::small);
        assertThat(Wire.refusal(new byte[] {1, 1, (byte) 0x81, 0}, SlotFormat::read))
                .hasMessageContaining("never written");
        assertThat(Wire.refusal(new byte[] {1, 1, -1, -1, -1, -1, -1}, SlotFormat::read))
                .hasMessageContaining("digits");
    }

    @Test
    void whatCannotBeIsRefused() {
        damaged(head -> head.code(2), WireInput::flag);
        damaged(head -> instant(head, 0, 1_000_000_000), WireInput::instant);
        damaged(head -> instant(head, 0, -1), WireInput::instant);
        damaged(head -> instant(head, Long.MAX_VALUE, 0), WireInput::instant);
        damaged(head -> head.bytes(new byte[] {7, 1, 2, 3}), WireInput::text);
        damaged(head -> head.bytes(new byte[16]), Ids::instance);
        damaged(head -> head.number(0), Ids::token);
        damaged(head -> head.code(99), in -> Codes.constant(InstanceState.values(), Codes::of, in.code()));
        damaged(head -> head.bytes(new byte[] {99, 0}), Refusals::read);
        damaged(head -> head.bytes(new byte[] {2, 5, 5}), in -> in.set(WireInput::code));
        damaged(head -> head.bytes(new byte[] {2, 5, 1, 5, 2}), in -> in.map(WireInput::code, WireInput::code));
    }

    @Test
    void aNumberDoesNotGoOnBehindItsSection() {
        damaged(head -> head.bytes(new byte[] {1, (byte) 0x81, 1}), in -> in.section(WireInput::number));
    }

    @Test
    void aSlotThatContradictsItselfIsRefused() {
        damaged(head -> head.bytes(new byte[] {3, 0, 0, 0}), Slots::read);
        damaged(HostileBytesTest::receiptOfNothing, new FirstVersionCommands(null)::read);
        damaged(HostileBytesTest::strangeOption, StoredValues::bag);
        damaged(HostileBytesTest::describedStranger, in -> Records.readValues(in, Samples.IDLE.instance()));
    }

    @Test
    void aConditionThatIsTooDeepOrNotKnownIsRefused() {
        byte[] deep = new byte[2 * 100_000];
        for (int i = 0; i < deep.length; i += 2) {
            deep[i] = 6;
            deep[i + 1] = 1;
        }
        damaged(head -> head.bytes(deep), Conditions::read);
        damaged(head -> head.bytes(new byte[] {99, 1, 0}), Conditions::read);
        damaged(head -> head.bytes(new byte[] {4, 99, 1}), Conditions::read);
        damaged(head -> head.bytes(new byte[] {5, 0}), Conditions::read);
        damaged(head -> head.bytes(new byte[] {1, 1, 0}), Conditions::read);
    }

    @Test
    void aPromotedNumberCannotKeepAReaderBusy() {
        byte[] aMillionZeros = BigInteger.TEN.pow(1_000_000).toByteArray();
        ProcessorTime.assertAtMost(
                Duration.ofSeconds(1),
                () -> damaged(
                        head -> {
                            head.bytes(new byte[] {2, 0});
                            head.number(aMillionZeros.length);
                            head.bytes(aMillionZeros);
                        },
                        PromotedValues::read));
        damaged(
                head -> {
                    head.code(2);
                    head.signed(1L << 40);
                    head.bytes(new byte[] {1, 1});
                },
                PromotedValues::read);
    }

    @Test
    void aDamagedScanNeverBecomesAnother() {
        byte[] sound = Wire.bytes(SampleMessages.SCANS.get(0), ScanFormat::write);
        Wire.Reader<SlotScan> reader = ScanFormat::read;
        for (int at = 0; at < sound.length; at++) {
            byte[] changed = sound.clone();
            changed[at] ^= 1;
            Wire.refusal(changed, reader);
        }
    }

    private static void damaged(Consumer<WireOutput> head, WireInput.Reader<?> reader) {
        byte[] bytes = Wire.framed(FRAME, head);
        assertThat(Wire.refusal(bytes, in -> FRAME.read(in, Integer.MAX_VALUE, reader))
                        .kind())
                .isEqualTo(Kind.DAMAGED);
    }

    private static byte[] prelude(int head, int payload) {
        WireOutput prelude = new WireOutput();
        prelude.bytes(new byte[] {1, 1});
        prelude.number(head);
        prelude.number(payload);
        byte[] bytes = Wire.bytes(prelude, (it, out) -> it.writeHeadTo(new CheckedOutput(out, FRAME.tag())));
        return Arrays.copyOf(bytes, SENT);
    }

    /** A sound head that names one value, of which no byte follows. */
    private static void writeClaim(int length, DataOutput out) throws IOException {
        WireOutput head = new WireOutput();
        head.number(length);
        WireOutput prelude = new WireOutput();
        prelude.bytes(new byte[] {1, 1});
        prelude.number(head.size());
        prelude.number(length);
        CheckedOutput checked = new CheckedOutput(out, FRAME.tag());
        prelude.writeHeadTo(checked);
        head.writeHeadTo(checked);
        checked.seal();
    }

    private static byte[] digits(int full, int last) {
        byte[] digits = new byte[full + 1];
        Arrays.fill(digits, (byte) 0xFF);
        digits[full] = (byte) last;
        return digits;
    }

    private static void instant(WireOutput out, long seconds, int nanos) {
        out.signed(seconds);
        out.fixed32(nanos);
    }

    private static void receiptOfNothing(WireOutput out) {
        out.section(Samples.COMMAND, (each, command) -> {
            each.number(1);
            Ids.write(each, command);
            each.bytes(new byte[] {1, 1, 1});
        });
    }

    private static void strangeOption(WireOutput out) {
        out.number(1);
        out.text("name");
        out.section(1 << 20, (each, options) -> {
            each.number(options);
            each.number(0);
        });
    }

    private static void describedStranger(WireOutput out) {
        out.section(Samples.DONE, (each, key) -> {
            each.bytes(new byte[] {0, 0, 1});
            Ids.write(each, key);
            each.number(0);
        });
    }
}
