// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.format.WireFormatException.Kind;
import dev.rehydrate.format.slot.Ids;
import dev.rehydrate.format.slot.Slots;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.decision.Refusal;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * How the format may grow: a new field goes last into its section, and says in the next bit of the section's bitmap that it
 * is there. An older reader skips it.
 */
class VersionTest {

    private static final Frame ADDING = new Frame("a slot", 'S', 4, 3, 1);
    private static final Frame INCOMPATIBLE = new Frame("a slot", 'S', 5, 4, 4);

    @Test
    void whatANewerVersionForbidsToReadIsRefused() {
        byte[] newer = Wire.bytes(Samples.IDLE, (slot, out) -> INCOMPATIBLE.write(slot, out, Slots::write));

        WireFormatException refused = Wire.refusal(newer, SlotFormat::read);

        assertThat(refused.kind()).isEqualTo(Kind.NEWER);
        assertThat(refused).hasMessage("a slot was written in version 5, readable back to 4; this one is 3");
    }

    @Test
    void whatIsTooOldIsRefused() {
        byte[] older = Wire.bytes(Samples.IDLE, SlotFormat::write);

        WireFormatException refused = Wire.refusal(older, in -> INCOMPATIBLE.read(in, Frame.ANY_PAYLOAD, Slots::read));

        assertThat(refused.kind()).isEqualTo(Kind.OLDER);
        assertThat(refused).hasMessage("a slot was written in version 3; this one reads from 4");
    }

    @Test
    void versionsThatCannotBeAreDamage() {
        for (byte[] never : new byte[][] {{0, 0, 0, 0}, {3, 0}, {1, 9}}) {
            assertThat(Wire.refusal(never, SlotFormat::readHeader).kind()).isEqualTo(Kind.DAMAGED);
        }
    }

    @Test
    void everyFormatRefusesWhatIsNewer() {
        byte[] newer = {4, 4};

        assertThat(Wire.refusal(newer, SlotFormat::readHeader).kind()).isEqualTo(Kind.NEWER);
        assertThat(Wire.refusal(newer, OperationFormat::read).kind()).isEqualTo(Kind.NEWER);
        assertThat(Wire.refusal(newer, ReplyFormat::read).kind()).isEqualTo(Kind.NEWER);
        assertThat(Wire.refusal(newer, ScanFormat::read).kind()).isEqualTo(Kind.NEWER);
        assertThat(Wire.refusal(newer, QueryFormat::read).kind()).isEqualTo(Kind.NEWER);
        assertThat(Wire.refusal(newer, OwnerFormat::read).kind()).isEqualTo(Kind.NEWER);
    }

    @Test
    void aNewerVersionThatOnlyAddsIsRead() {
        byte[] newer = Wire.framed(ADDING, VersionTest::writeGrownSlot);

        assertThat(Wire.slot(newer)).isEqualTo(Samples.IDLE);
    }

    @Test
    void theHeaderOfANewerVersionThatOnlyAddsIsRead() throws IOException {
        byte[] newer = Wire.framed(ADDING, VersionTest::writeGrownSlot);

        Slot bare = SlotFormat.readHeader(new Source(newer).input()).bare();

        assertThat(bare.instance().header()).isEqualTo(Samples.IDLE.instance().header());
    }

    @Test
    void theHandMadeBytesWithoutAdditionsAreThoseOfThisVersion() {
        byte[] byHand = Wire.framed(SlotFormat.FRAME, head -> writeIdle(head, false));

        assertThat(byHand).isEqualTo(Wire.bytes(Samples.IDLE, SlotFormat::write));
    }

    @Test
    void valuesThatNobodyKnowsArePassedOverButProven() {
        byte[] newer = Wire.framed(ADDING, head -> {
            writeIdle(head, true);
            head.section(EncodedValue.fromBytes(new byte[100_000]), WireOutput::value);
        });
        byte[] damaged = newer.clone();
        damaged[damaged.length - 5] ^= 1;

        assertThat(Wire.slot(newer)).isEqualTo(Samples.IDLE);
        assertThat(Wire.refusal(damaged, SlotFormat::read).kind()).isEqualTo(Kind.DAMAGED);
    }

    @Test
    void aVariantThatSaysMoreIsRead() {
        byte[] newer = Wire.framed(new Frame("a reply", 'R', 4, 3, 1), head -> {
            head.code(2);
            head.section("because", (reply, reason) -> {
                reply.code(1);
                reply.section(reason, WireOutput::text);
            });
        });

        assertThat((Object) Wire.read(newer, ReplyFormat::read)).isEqualTo(new Reply.Refused<>(new Refusal.NotFound()));
    }

    private static void writeGrownSlot(WireOutput head) {
        writeIdle(head, true);
    }

    /** The layout in one place, field by field, without the code that is tested; grown at every place where it may grow. */
    private static void writeIdle(WireOutput head, boolean grown) {
        head.section("", (slot, none) -> {
            slot.number(grown ? 0x51 : 0x11);
            slot.section("", (record, nothing) -> writeBareRecord(record, grown));
            slot.signed(0);
            slot.number(0);
            slot.section("", (history, nothing) -> {
                history.number(1);
                history.section("", (origin, chosen) -> writeChosen(origin, grown));
                grow(history, grown);
            });
            grow(slot, grown);
        });
        head.section("", (values, none) -> {
            values.number(1);
            values.text("state");
            values.section(Samples.PLAIN, (value, it) -> {
                value.number(0);
                value.value(it.encoded());
                grow(value, grown);
            });
            values.bytes(new byte[] {0, 0});
            grow(values, grown);
        });
    }

    private static void writeChosen(WireOutput origin, boolean grown) {
        origin.fixed64(0);
        origin.signed(0);
        origin.number(0);
        origin.number(0);
        origin.number(1);
        // A receipt of the present revision and token, and of an instance that has data.
        origin.code(0x71);
        Ids.write(origin, Samples.IDLE.recent().commands().get(0).id());
        grow(origin, grown);
    }

    private static void writeBareRecord(WireOutput record, boolean grown) {
        record.number(grown ? 0x02 : 0x00);
        record.section(Samples.IDLE.instance().header(), (header, it) -> {
            header.number(grown ? 0x80 | 0x38 : 0x38);
            Ids.write(header, it.id());
            header.fixed64(it.revision().incarnation());
            header.number(it.revision().number());
            header.number(it.token().value());
            header.code(2);
            header.instant(it.createdAt());
            header.text("documents");
            header.section("approval", (definition, name) -> {
                definition.number(0);
                definition.text(name);
                definition.bytes(new byte[] {1, 2, 3, 4});
                grow(definition, grown);
            });
            header.instant(it.updatedAt());
            grow(header, grown);
        });
        record.bytes(new byte[] {1, (byte) 0x81});
        grow(record, grown);
    }

    private static void grow(WireOutput section, boolean grown) {
        if (grown) {
            section.text("new in another version");
            section.duration(Duration.ofDays(1));
            Ids.writeOwners(section, Set.of(Samples.OWNER));
        }
    }
}
