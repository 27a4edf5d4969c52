// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec;

import dev.rehydrate.codec.ValueCodingException.Reason;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One value as it is stored: codec, schema version, type, checksum and payload in one run of bytes that needs no
 * application class. Immutable.
 *
 * <p>Layout, big-endian: {@code 'R'}, format version (1), flags (bit 0: deflated), CRC-32C of all that follows (4 bytes),
 * codec id (length byte, ASCII), type name (length as two bytes, UTF-8), schema version (4 bytes), plain length (4 bytes),
 * payload.
 */
public sealed class EncodedValue {

    private static final byte MAGIC = 'R';
    private static final byte FORMAT = 1;
    private static final byte DEFLATED = 1;
    private static final byte ENCRYPTED = 2;
    private static final int CHECKSUM_AT = 3;
    private static final int CHECKED_FROM = CHECKSUM_AT + Integer.BYTES;

    private static final EncodedValue NOT_READ = new EncodedValue(new byte[0]);

    private final byte[] bytes;

    private EncodedValue(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Values that are stored have an array each, and need not say which part of it they are. */
    private static final class Part extends EncodedValue {

        private final int start;
        private final int size;

        Part(byte[] message, int start, int size) {
            super(message);
            this.start = start;
            this.size = size;
        }

        @Override
        int start() {
            return start;
        }

        @Override
        public int size() {
            return size;
        }
    }

    /** What stands before the payload. */
    record Head(
            String codecId, String typeName, int schemaVersion, int plainLength, boolean deflated, boolean encrypted) {

        byte flags() {
            return (byte) ((deflated ? DEFLATED : 0) | (encrypted ? ENCRYPTED : 0));
        }

        /** What must not be changed apart from the payload. */
        byte[] bytes() {
            return (codecId + '\n' + typeName + '\n' + schemaVersion + '\n' + plainLength + '\n' + flags())
                    .getBytes(StandardCharsets.UTF_8);
        }
    }

    static EncodedValue of(Head head, byte[] payload) {
        byte[] codec = head.codecId.getBytes(StandardCharsets.US_ASCII);
        byte[] type = head.typeName.getBytes(StandardCharsets.UTF_8);
        if (type.length > 0xFFFF) {
            throw new ValueCodingException(Reason.NOT_ENCODABLE, "the type name is longer than 65535 bytes");
        }
        int size = CHECKED_FROM + 1 + codec.length + 2 + type.length + 2 * Integer.BYTES + payload.length;
        byte[] all = new byte[size];
        ByteBuffer buffer = ByteBuffer.wrap(all);
        buffer.put(MAGIC).put(FORMAT).put(head.flags()).putInt(0);
        buffer.put((byte) codec.length).put(codec);
        buffer.putShort((short) type.length).put(type);
        buffer.putInt(head.schemaVersion).putInt(head.plainLength).put(payload);
        EncodedValue value = new EncodedValue(all);
        buffer.putInt(CHECKSUM_AT, value.checksum());
        return value;
    }

    /** {@return what stands in the place of a value that a reader did not ask for: no bytes, which cannot be decoded} */
    public static EncodedValue notRead() {
        return NOT_READ;
    }

    /**
     * Takes stored bytes back. They are looked at when the value is read, so that damage is reported with the names of
     * instance and value.
     *
     * @param bytes what {@link #toBytes()} returned
     * @return the value
     */
    public static EncodedValue fromBytes(byte[] bytes) {
        return new EncodedValue(bytes.clone());
    }

    /**
     * Takes stored bytes back that are part of a message.
     *
     * @param message the message
     * @param start where what {@link #writeTo} wrote begins in it
     * @param size how many bytes that are
     * @return the value, which has a copy of them
     * @throws IndexOutOfBoundsException if the message has no such part
     */
    public static EncodedValue fromBytes(byte[] message, int start, int size) {
        Objects.checkFromIndexSize(start, size, message.length);
        return new EncodedValue(Arrays.copyOfRange(message, start, start + size));
    }

    /**
     * Takes stored bytes back that are part of a message, without a copy. The value keeps the whole message in memory: it is for
     * what is read and dropped, not for what is stored.
     *
     * @param message not changed any more
     * @param start where what {@link #writeTo} wrote begins in it
     * @param size how many bytes that are
     * @return the value
     * @throws IndexOutOfBoundsException if the message has no such part
     */
    public static EncodedValue partOf(byte[] message, int start, int size) {
        Objects.checkFromIndexSize(start, size, message.length);
        return size == message.length ? new EncodedValue(message) : new Part(message, start, size);
    }

    /**
     * Takes stored bytes back from where {@link #writeTo} put them, without a second copy.
     *
     * @param in the source, which must not keep the array that it fills
     * @param length how many bytes to take; the caller has made sure that so much memory may be spent
     * @return the value
     * @throws IOException if the source fails or ends too early
     */
    public static EncodedValue readFrom(DataInput in, int length) throws IOException {
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return new EncodedValue(bytes);
    }

    /**
     * Writes the stored bytes, {@link #size()} of them and nothing else, without a copy.
     *
     * @param out the sink, which must neither keep nor change the array that it is given
     * @throws IOException if the sink fails
     */
    public void writeTo(DataOutput out) throws IOException {
        out.write(bytes, start(), size());
    }

    /**
     * Copies the stored bytes, {@link #size()} of them, into an array.
     *
     * @param to the array
     * @param at where in it they begin
     * @throws IndexOutOfBoundsException if it has no room for them there
     */
    public void copyTo(byte[] to, int at) {
        System.arraycopy(bytes, start(), to, at, size());
    }

    /**
     * Makes sure that this value keeps no other bytes in memory than its own.
     *
     * @return this value, or a copy of it if it is {@linkplain #partOf part of a message}
     */
    public EncodedValue alone() {
        return size() == bytes.length ? this : new EncodedValue(toBytes());
    }

    /** {@return a copy of the stored bytes} */
    public byte[] toBytes() {
        return Arrays.copyOfRange(bytes, start(), end());
    }

    /** {@return the size of the stored bytes} */
    public int size() {
        return bytes.length;
    }

    int start() {
        return 0;
    }

    private int end() {
        return start() + size();
    }

    /**
     * Makes sure that this value has no more bytes than an encoding writes and reads. Of a value whose head cannot be read, the
     * stored bytes are counted; of any other the unpacked ones.
     *
     * @param limit how many bytes at most; see {@link ValueEncoding#maxValueSize()}
     * @throws ValueCodingException if it has more
     */
    public void requireAtMost(int limit) {
        requireSize(plainSize(), limit);
    }

    private int plainSize() {
        try {
            return open().head.plainLength;
        } catch (ValueCodingException cannotBeRead) {
            return size();
        }
    }

    /** Compares numbers without sign: damaged or hostile bytes may say that there are more than two billion. */
    static void requireSize(int size, int limit) {
        if (Integer.compareUnsigned(size, limit) > 0) {
            throw new ValueCodingException(
                    Reason.TOO_LARGE,
                    "the value has " + Integer.toUnsignedString(size) + " bytes; the limit is " + limit);
        }
    }

    /** The head and where the payload begins. */
    record Opened(Head head, int payloadAt) {}

    byte[] payload(Opened opened) {
        return Arrays.copyOfRange(bytes, start() + opened.payloadAt, end());
    }

    /**
     * Reads what stands before the payload, after proving the checksum.
     *
     * @throws ValueCodingException if the bytes are damaged or of a newer format
     */
    Opened open() {
        requireIntact();
        ByteBuffer buffer = stored().position(CHECKED_FROM);
        try {
            String codec = text(buffer, buffer.get() & 0xFF);
            String type = text(buffer, buffer.getShort() & 0xFFFF);
            boolean deflated = (at(2) & DEFLATED) != 0;
            boolean encrypted = (at(2) & ENCRYPTED) != 0;
            Head head = new Head(codec, type, buffer.getInt(), buffer.getInt(), deflated, encrypted);
            if (head.schemaVersion < 1 || hasControls(type)) {
                throw damaged("a head that is never written", null);
            }
            return new Opened(head, buffer.position());
        } catch (BufferUnderflowException tooShort) {
            throw damaged("the bytes end too early", tooShort);
        }
    }

    private void requireIntact() {
        if (size() < CHECKED_FROM || at(0) != MAGIC) {
            throw damaged("not a stored value", null);
        }
        int format = Byte.toUnsignedInt(at(1));
        if (format > FORMAT) {
            throw new ValueCodingException(
                    Reason.NEWER_VERSION, "written in format " + format + "; this version reads up to " + FORMAT);
        }
        if (format != FORMAT || (at(2) & ~(DEFLATED | ENCRYPTED)) != 0) {
            throw damaged("unknown format or flags", null);
        }
        if (stored().getInt(CHECKSUM_AT) != checksum()) {
            throw damaged("the checksum does not match", null);
        }
    }

    private String text(ByteBuffer buffer, int length) {
        if (length > buffer.remaining()) {
            throw new BufferUnderflowException();
        }
        int at = buffer.position();
        buffer.position(at + length);
        return new String(bytes, start() + at, length, StandardCharsets.UTF_8);
    }

    private byte at(int index) {
        return bytes[start() + index];
    }

    private ByteBuffer stored() {
        return ByteBuffer.wrap(bytes, start(), size()).slice();
    }

    private static boolean hasControls(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    /** Covers the flags too: a flipped flag would otherwise turn a good payload into a puzzling one. */
    private int checksum() {
        CRC32C crc = new CRC32C();
        crc.update(bytes, start(), CHECKSUM_AT);
        crc.update(bytes, start() + CHECKED_FROM, size() - CHECKED_FROM);
        return (int) crc.getValue();
    }

    private static ValueCodingException damaged(String message, @Nullable Throwable cause) {
        return new ValueCodingException(Reason.DAMAGED, message, cause);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof EncodedValue that
                && Arrays.equals(bytes, start(), end(), that.bytes, that.start(), that.end());
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = start(); i < end(); i++) {
            hash = 31 * hash + bytes[i];
        }
        return hash;
    }

    /** {@return the size; never the content, which may be secret} */
    @Override
    public String toString() {
        return "EncodedValue[" + size() + " bytes]";
    }
}
