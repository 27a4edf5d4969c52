// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import dev.rehydrate.format.message.SlotOperations;
import dev.rehydrate.format.slot.Definitions;
import dev.rehydrate.format.slot.Ids;
import dev.rehydrate.format.wire.Variants;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.slot.scan.SlotScan;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** How scans travel. */
public final class ScanFormat {

    static final Frame FRAME = Frame.first("a scan", 'C');

    private static final Variants<SlotScan> SCANS = new Variants<SlotScan>("a scan")
            .with(1, SlotScan.ToRun.class, ScanFormat::writeToRun, ScanFormat::toRun)
            .with(
                    2,
                    SlotScan.Sweepable.class,
                    (out, it) -> SlotOperations.writeSweep(out, it.sweep()),
                    in -> new SlotScan.Sweepable(SlotOperations.sweep(in)))
            .with(
                    3,
                    SlotScan.HeldBy.class,
                    (out, it) -> Ids.write(out, it.owner()),
                    in -> new SlotScan.HeldBy(Ids.owner(in)))
            .with(
                    4,
                    SlotScan.Occupied.class,
                    (out, it) -> out.duration(it.retention()),
                    in -> new SlotScan.Occupied(in.duration()))
            .with(5, SlotScan.OldClaims.class, ScanFormat::writeOldClaims, ScanFormat::oldClaims);

    private ScanFormat() {}

    /**
     * Writes a scan.
     *
     * @param scan the scan
     * @param out where to
     * @throws IOException if the sink fails
     */
    public static void write(SlotScan scan, DataOutput out) throws IOException {
        FRAME.write(scan, out, SCANS::write);
    }

    /**
     * Reads a scan.
     *
     * @param in where from
     * @return the scan
     * @throws WireFormatException if these are not the bytes of a scan that this version can read
     */
    public static SlotScan read(DataInput in) throws WireFormatException {
        return FRAME.read(in, 0, SCANS::read);
    }

    /**
     * Reads a scan for what wants to run.
     *
     * @param in where from
     * @return the scan
     * @throws WireFormatException if these are not the bytes of such a scan that this version can read
     */
    public static SlotScan.ToRun readToRun(DataInput in) throws WireFormatException {
        if (read(in) instanceof SlotScan.ToRun toRun) {
            return toRun;
        }
        throw new WireFormatException(WireFormatException.Kind.DAMAGED, "not a scan for what wants to run", null);
    }

    private static void writeToRun(WireOutput out, SlotScan.ToRun scan) {
        out.text(scan.hostType());
        Definitions.write(out, scan.definitions());
        Ids.writeOwners(out, scan.expiredOwners());
    }

    private static SlotScan.ToRun toRun(WireInput in) throws IOException {
        return new SlotScan.ToRun(in.text(), Definitions.filter(in), Ids.owners(in));
    }

    private static void writeOldClaims(WireOutput out, SlotScan.OldClaims scan) {
        out.duration(scan.age());
        out.number(scan.part());
        out.number(scan.parts());
    }

    private static SlotScan.OldClaims oldClaims(WireInput in) throws IOException {
        return new SlotScan.OldClaims(in.duration(), in.small(), in.small());
    }
}
