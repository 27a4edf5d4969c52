// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import dev.rehydrate.format.WireFormatException.Kind;
import dev.rehydrate.format.wire.CheckedInput;
import dev.rehydrate.format.wire.CheckedOutput;
import dev.rehydrate.format.wire.DamagedException;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.function.BiConsumer;

/**
 * What stands around everything that travels or is stored:
 *
 * <pre>
 * version of the writer                                1 byte
 * oldest version of a reader that can read it          1 byte
 * length of the head, length of all values             varints
 * head: every field but the bytes of encoded values
 * CRC-32C of all of the above                          4 bytes
 * bytes of the encoded values
 * CRC-32C of all of the above but the first checksum   4 bytes, missing if there are no values
 * </pre>
 *
 * @param what its name for messages
 * @param tag begins the checksums without being written, so that nothing is taken for something of another kind
 * @param version the version that this code writes, and the newest it knows; 1 to 255
 * @param readableBackTo the oldest version that can read what this code writes
 * @param oldest the oldest version that this code still reads
 */
record Frame(String what, char tag, int version, int readableBackTo, int oldest) {

    /** As much as one read can take. */
    static final int ANY_PAYLOAD = Integer.MAX_VALUE;

    private static final int LARGEST_PRELUDE = 12;

    /** Some virtual machines cannot make an array of the last few sizes. */
    private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 64;

    /** Reads the bytes of a head, given the length of all values too. */
    interface HeadReader<T> {
        T read(byte[] head, int payload) throws IOException;
    }

    /** Reads a head, and the values that it names. */
    interface OpenReader<T> {
        T read(OpenFrame frame) throws IOException;
    }

    private interface Reading<T> {
        T run() throws IOException;
    }

    static Frame first(String what, char tag) {
        return new Frame(what, tag, 1, 1, 1);
    }

    /** What a member of version 1 would read wrongly, or lose when it writes it back; this one reads both. */
    static Frame second(String what, char tag) {
        return new Frame(what, tag, 2, 2, 1);
    }

    /** What members of versions 1 and 2 would read wrongly; this one reads all three. */
    static Frame third(String what, char tag) {
        return new Frame(what, tag, 3, 3, 1);
    }

    <T> void write(T content, DataOutput out, BiConsumer<WireOutput, ? super T> writer) throws IOException {
        WireOutput head = new WireOutput();
        writer.accept(head, content);
        write(head, out);
    }

    /** Writes a head that was filled elsewhere. */
    void write(WireOutput head, DataOutput out) throws IOException {
        write(prelude(head), head, out);
    }

    private void write(WireOutput prelude, WireOutput head, DataOutput out) throws IOException {
        CheckedOutput checked = writeHead(prelude, head, out);
        if (head.payload() > 0) {
            head.writePayloadTo(new DataOutputStream(checked));
            checked.seal();
        }
    }

    /**
     * Writes into an array of exactly the size that is needed, so that values are copied once.
     *
     * @param before how many bytes of the array stay free in front of the frame
     * @param after how many bytes of the array stay free behind it
     */
    <T> byte[] bytes(T content, BiConsumer<WireOutput, ? super T> writer, int before, int after)
            throws WireFormatException {
        WireOutput head = new WireOutput();
        writer.accept(head, content);
        WireOutput prelude = prelude(head);
        long seals = head.payload() > 0 ? 2 * Integer.BYTES : Integer.BYTES;
        long size = before + prelude.size() + head.size() + seals + head.payload() + after;
        if (size > LARGEST_ARRAY) {
            throw tooLarge(head);
        }
        byte[] all = new byte[(int) size];
        try {
            write(prelude, head, new DataOutputStream(new FilledArray(all, before)));
        } catch (IOException notInMemory) {
            throw new UncheckedIOException(notInMemory);
        }
        return all;
    }

    /** Writes a head that was filled elsewhere, without its values, which may follow. */
    CheckedOutput writeHead(WireOutput head, DataOutput out) throws IOException {
        return writeHead(prelude(head), head, out);
    }

    private CheckedOutput writeHead(WireOutput prelude, WireOutput head, DataOutput out) throws IOException {
        CheckedOutput checked = new CheckedOutput(out, tag);
        prelude.writeHeadTo(checked);
        head.writeHeadTo(checked);
        checked.seal();
        return checked;
    }

    private WireOutput prelude(WireOutput head) throws WireFormatException {
        if (head.payload() > ANY_PAYLOAD) {
            throw tooLarge(head);
        }
        WireOutput prelude = new WireOutput(LARGEST_PRELUDE);
        prelude.code(version);
        prelude.code(readableBackTo);
        prelude.number(head.size());
        prelude.number(head.payload());
        return prelude;
    }

    private WireFormatException tooLarge(WireOutput head) {
        return new WireFormatException(Kind.TOO_LARGE, what + " has " + head.payload() + " bytes of values", null);
    }

    /**
     * Reads what is there as a whole. Large values are parts of the array, which must not be changed any more.
     *
     * @param from where the frame begins
     * @param end behind which byte it has ended at the latest
     */
    <T> T read(byte[] all, int from, int end, WireInput.Reader<T> reader) throws WireFormatException {
        return guarded(() -> {
            ArrayFrame frame = new ArrayFrame(this, all, from, end);
            return reader.read(new WireInput(frame.head(), frame::value));
        });
    }

    <T> T read(DataInput in, int payloadLimit, WireInput.Reader<T> reader) throws WireFormatException {
        return readOpen(in, open -> {
            if (open.payload() > payloadLimit) {
                throw new WireFormatException(
                        Kind.TOO_LARGE,
                        what + " has " + open.payload() + " bytes of values; the limit is " + payloadLimit,
                        null);
            }
            return reader.read(new WireInput(open.head(), open::value));
        });
    }

    <T> T readOpen(DataInput in, OpenReader<T> reader) throws WireFormatException {
        return guarded(() -> {
            OpenFrame open = open(in);
            T content = reader.read(open);
            open.finish();
            return content;
        });
    }

    /** Reads the head only, which must not name a value; the source is left at the first byte of the values. */
    <T> T readHead(DataInput in, HeadReader<T> reader) throws WireFormatException {
        return guarded(() -> {
            OpenFrame open = open(in);
            return reader.read(open.head(), open.payload());
        });
    }

    private <T> T guarded(Reading<T> reading) throws WireFormatException {
        try {
            return reading.run();
        } catch (WireFormatException refused) {
            throw refused;
        } catch (DamagedException damaged) {
            throw new WireFormatException(Kind.DAMAGED, String.valueOf(damaged.getMessage()), damaged);
        } catch (IOException endsTooEarly) {
            throw new WireFormatException(Kind.DAMAGED, what + " ends too early", endsTooEarly);
        } catch (RuntimeException impossible) {
            throw new WireFormatException(Kind.DAMAGED, what + " holds what cannot be", impossible);
        }
    }

    private OpenFrame open(DataInput source) throws IOException {
        CheckedInput in = new CheckedInput(source, tag);
        requireKnown(in.read(), in.read());
        int headLength = in.count();
        int payload = in.count();
        byte[] head = in.bytes(headLength);
        in.verify("the head of " + what);
        return new OpenFrame(what, in, head, payload);
    }

    /**
     * Refuses what only other versions can read.
     *
     * @param writer the version of the writer
     * @param reader the oldest version of a reader that can read it
     */
    void requireKnown(int writer, int reader) throws WireFormatException {
        if (reader < 1 || writer < reader) {
            // No version has written that, as zeros on a lost page of a disk.
            throw new WireFormatException(
                    Kind.DAMAGED, what + " says version " + writer + ", readable back to " + reader, null);
        }
        if (reader > version) {
            String range = writer + ", readable back to " + reader;
            throw new WireFormatException(
                    Kind.NEWER, what + " was written in version " + range + "; this one is " + version, null);
        }
        if (writer < oldest) {
            throw new WireFormatException(
                    Kind.OLDER, what + " was written in version " + writer + "; this one reads from " + oldest, null);
        }
    }

    /** As much of an array as is asked for, filled from the left. */
    private static final class FilledArray extends OutputStream {

        private final byte[] bytes;
        private int at;

        FilledArray(byte[] bytes, int from) {
            this.bytes = bytes;
            this.at = from;
        }

        @Override
        public void write(int value) {
            bytes[at++] = (byte) value;
        }

        @Override
        public void write(byte[] from, int offset, int length) {
            System.arraycopy(from, offset, bytes, at, length);
            at += length;
        }
    }
}
