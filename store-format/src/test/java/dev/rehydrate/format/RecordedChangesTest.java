// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.format.WireFormatException.Kind;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.recording.ChangeEvent;
import dev.rehydrate.recording.ChangeLog;
import dev.rehydrate.recording.RecordedChange;
import dev.rehydrate.recording.RecordedCommand;
import dev.rehydrate.slot.Slot;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The bytes of recorded changes: few, none where nothing is recorded, and passed over by releases that do not know them. */
class RecordedChangesTest {

    private static final Instant FIRST = Instant.parse("2026-03-01T12:00:00.123Z");
    private static final OwnerId OTHER = new OwnerId(0x7777, 0x8888);

    /** The ring of three changes: capacity, one owner, and of each change five numbers. Never to be edited. */
    private static final String GOLDEN =
            "2b20010000000000005555000000000000666603b6ccdb949567d80480100404500216020ac0a23300160404";

    /** Two hosts take turns: a load that holds, a save a little later, and a pause of minutes. */
    private static ChangeLog changes(int number) {
        ChangeLog log = ChangeLog.empty(32);
        Instant at = FIRST;
        for (int i = 0; i < number; i++) {
            boolean load = i % 2 == 0;
            at = at.plus(load ? Duration.ofMinutes(7) : Duration.ofMillis(40));
            log = log.with(
                    32,
                    new RecordedChange(
                            at,
                            i % 8 < 4 ? Samples.OWNER : OTHER,
                            load ? RecordedCommand.LOAD : RecordedCommand.SAVE,
                            300 + (i + 1) / 2,
                            1_024 + i * 11L,
                            load ? Set.of(ChangeEvent.HELD) : Set.of(ChangeEvent.SAVED, ChangeEvent.RELEASED)));
        }
        return log;
    }

    private static Slot with(ChangeLog changes) {
        Slot idle = Samples.IDLE;
        return new Slot(idle.instance(), null, 0, idle.recent(), null, idle.changedAt(), changes);
    }

    private static byte[] bytes(Slot slot) {
        return Wire.bytes(slot, SlotFormat::write);
    }

    @Test
    void aRingOf32TakesFewerThanTenBytesAChange() {
        int added = bytes(with(changes(32))).length - bytes(Samples.IDLE).length;
        System.out.println("32 recorded changes of 2 owners: +" + added + " bytes");

        assertThat(added).isLessThanOrEqualTo(32 * 10);
        assertThat(bytes(with(changes(500))).length - bytes(Samples.IDLE).length)
                .isLessThanOrEqualTo(32 * 10);
    }

    /** What was stored once is read for ever. */
    @Test
    void theBytesOfARingStay() {
        byte[] slot = bytes(with(changes(3)));

        assertThat(HexFormat.of().formatHex(slot)).contains(GOLDEN);
        assertThat(Wire.slot(slot).changes()).isEqualTo(changes(3));
    }

    @Test
    void nothingIsWrittenWhereNothingIsRecorded() {
        byte[] recorded = bytes(with(changes(3)));
        byte[] without = bytes(with(null));

        assertThat(without).isEqualTo(bytes(Samples.IDLE));
        assertThat(recorded.length).isGreaterThan(without.length);
        // The versions, which say who can read this, are the same.
        assertThat(Arrays.copyOf(recorded, 2)).isEqualTo(Arrays.copyOf(without, 2));
    }

    @Test
    void theHeadAloneHasThem() throws Exception {
        SlotHeader header = SlotFormat.readHeader(new Source(bytes(with(changes(3)))).input());

        assertThat(header.bare().changes()).isEqualTo(changes(3));
    }

    @Test
    void aRingThatCannotBeIsDamaged() {
        refused(ring -> ring.number(0));
        refused(ring -> ring.number(256));
        refused(ring -> {
            ring.number(2);
            ring.number(0);
            ring.number(3);
        });
        refused(ring -> {
            ring.number(2);
            ring.number(0);
            ring.number(1);
            ring.signed(1);
            ring.signed(1);
            ring.signed(1);
            ring.number(1 << 5);
            ring.number(0);
        });
    }

    /** A slot of which only the ring is there. */
    private static void refused(Consumer<WireOutput> ring) {
        byte[] forged = Wire.framed(
                SlotFormat.FRAME,
                head -> head.section(ring, (bare, it) -> {
                    bare.number(1 << 3 | 1 << 5);
                    bare.instant(FIRST);
                    bare.signed(0);
                    bare.number(0);
                    bare.section(it, (section, content) -> content.accept(section));
                }));

        assertThat(Wire.refusal(forged, SlotFormat::read).kind()).isEqualTo(Kind.DAMAGED);
    }
}
