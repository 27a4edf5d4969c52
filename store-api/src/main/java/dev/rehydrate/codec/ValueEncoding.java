// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec;

import dev.rehydrate.codec.ValueCodingException.Reason;
import dev.rehydrate.instance.ValueBag;
import java.lang.invoke.MethodType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a store turns named values into bytes: which codec writes, which others can be read, from which size on bytes are
 * packed, whether they are encrypted, and how large a value may be. Simple types never need a codec. Immutable, safe for use by many threads.
 */
public final class ValueEncoding {

    /** Values are not packed unless asked for: it takes longer than to send and keep them as they are. */
    public static final int DEFAULT_COMPRESSION_THRESHOLD = Integer.MAX_VALUE;
    /** No value may be larger than this, unpacked, in bytes. */
    public static final int DEFAULT_MAX_VALUE_SIZE = 64 * 1024 * 1024;

    private static final int OVERHEAD = 1024;

    private final @Nullable ValueCodec writer;
    private final Map<String, ValueCodec> readers;
    private final Compression compression;
    private final int maxValueSize;
    private final @Nullable ValueCipher cipher;
    private final FormerNames names;
    private final @Nullable RoundTrip roundTrip;

    private ValueEncoding(Builder builder) {
        this.writer = builder.writer;
        this.readers = Map.copyOf(builder.readers);
        this.compression = new Compression(builder.compressionThreshold);
        this.maxValueSize = builder.maxValueSize;
        this.cipher = builder.cipher;
        this.names = new FormerNames(builder.formerNames);
        this.roundTrip = writer == null || !builder.provesTypes ? null : new RoundTrip(writer, names);
    }

    private ValueEncoding(ValueEncoding other, int maxValueSize) {
        this.writer = other.writer;
        this.readers = other.readers;
        this.compression = other.compression;
        this.maxValueSize = maxValueSize;
        this.cipher = other.cipher;
        this.names = other.names;
        this.roundTrip = other.roundTrip;
    }

    /**
     * Simple types only; any other value is refused.
     *
     * @return an encoding without codec
     */
    public static ValueEncoding simpleTypes() {
        return new Builder().build();
    }

    /**
     * Writes with one codec and reads what it wrote.
     *
     * @param codec the codec for all but simple types
     * @return the encoding, with default sizes
     */
    public static ValueEncoding with(ValueCodec codec) {
        return builder().writeWith(codec).build();
    }

    /** {@return a builder with all defaults} */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Turns a value into bytes. With the first value of a class of the application, and whenever a class comes into such values
     * that was not in them before, it is proven that the codec can read what it writes.
     *
     * @param value an object, or null
     * @return the bytes with codec, type and checksum
     * @throws ValueCodingException if no codec can write it and read it again, or if it is too large
     */
    public EncodedValue encode(@Nullable Object value) {
        Class<?> type = value instanceof Enum<?> constant
                ? constant.getDeclaringClass()
                : value == null ? null : value.getClass();
        // Of List.of() and the like readers ask for the interface, and the class cannot be read.
        return encode(value, type == null || FormerNames.isOfJdk(type) ? null : type);
    }

    /**
     * Turns a value into bytes that will be read as a known type. With the first value of a class it is proven that the codec
     * can read what it writes as that type.
     *
     * @param value an object, or null
     * @param readAs the type that readers will ask for, or null if the value is never read again
     * @return the bytes with codec, type and checksum
     * @throws ValueCodingException if no codec can write it and read it again, or if it is too large
     */
    public EncodedValue encode(@Nullable Object value, @Nullable Class<?> readAs) {
        boolean primitive = PrimitiveValues.covers(value);
        String codecId = primitive ? PrimitiveValues.CODEC_ID : writer().id();
        int schemaVersion = primitive ? 1 : writer().schemaVersion();
        Set<Class<?>> within = primitive ? Set.of() : new HashSet<>();
        byte[] plain = primitive
                ? PrimitiveValues.encode(value)
                : CodecCalls.encode(writer(), Objects.requireNonNull(value), within::add);
        EncodedValue.requireSize(plain.length, maxValueSize);
        if (!primitive && roundTrip != null && readAs != null) {
            roundTrip.prove(Objects.requireNonNull(value), plain, within, readAs);
        }
        byte[] packed = compression.pack(plain);
        boolean deflated = packed != plain;
        String type = PrimitiveValues.typeName(value);
        EncodedValue.Head head =
                new EncodedValue.Head(codecId, type, schemaVersion, plain.length, deflated, cipher != null);
        return EncodedValue.of(head, cipher == null ? packed : cipher.seal(packed, head.bytes()));
    }

    /**
     * Turns bytes back into a value.
     *
     * @param encoded what {@link #encode} returned
     * @param type what the caller expects, in which a primitive type stands for its wrapper; {@code Object.class} if any simple type will
     *     do
     * @param <T> that type
     * @return the value, null only if a null was encoded
     * @throws ValueCodingException if the bytes are damaged, too large, of a newer version, of another type, or of a type
     *     codec or key that is not known
     */
    public <T> @Nullable T decode(EncodedValue encoded, Class<T> type) {
        EncodedValue.Opened opened = encoded.open();
        EncodedValue.Head head = opened.head();
        EncodedValue.requireSize(head.plainLength(), maxValueSize);
        boolean primitive = head.codecId().equals(PrimitiveValues.CODEC_ID);
        ValueCodec reader = primitive ? null : reader(head);
        byte[] plain = plain(head, decrypted(head, encoded.payload(opened)));
        if (reader == null) {
            return cast(PrimitiveValues.decode(head.typeName(), plain), type, head);
        }
        T value = CodecCalls.decode(reader, plain, type, head);
        names.requireSame(head.typeName(), value, type);
        return cast(value, type, head);
    }

    /**
     * Makes sure that values of a type can be stored and read again, as far as that shows without a value.
     *
     * @param type a type of the application; types of the JDK are not looked at
     * @throws ValueCodingException if they cannot
     */
    public void requireStorable(Class<?> type) {
        if (!FormerNames.isOfJdk(type)) {
            writer().requireReadable(type);
        }
    }

    /**
     * The same encoding with another limit.
     *
     * @param bytes the largest size, as {@link Builder#limitValuesTo}
     * @return a copy
     * @throws IllegalArgumentException if it is less than 1
     */
    public ValueEncoding limitedTo(int bytes) {
        return bytes == maxValueSize ? this : new ValueEncoding(this, checkedLimit(bytes));
    }

    private static int checkedLimit(int bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("the size limit is at least 1 byte, not " + bytes);
        }
        return bytes;
    }

    /** {@return how large one value may be, unpacked, in bytes} */
    public int maxValueSize() {
        return maxValueSize;
    }

    /**
     * How many bytes the values of one command may have together, as they are stored: what one value may have, and a little
     * for what stands before it.
     *
     * @return the limit, in bytes
     */
    public long payloadLimit() {
        return (long) maxValueSize + OVERHEAD;
    }

    /**
     * Makes sure that a value can be read, as far as that shows without reading it: it is intact, and its format, codec,
     * version and key are known.
     *
     * @param encoded a stored value
     * @throws ValueCodingException if it cannot be read
     */
    public void requireReadable(EncodedValue encoded) {
        EncodedValue.Opened opened = encoded.open();
        EncodedValue.Head head = opened.head();
        if (!head.codecId().equals(PrimitiveValues.CODEC_ID)) {
            var unused = reader(head);
        }
        decrypted(head, encoded.payload(opened));
    }

    /**
     * Says what a value is without decoding it.
     *
     * @param encoded a stored value
     * @return codec, version, type and size
     * @throws ValueCodingException if the bytes are damaged or of a newer format
     */
    public ValueBag.Description describe(EncodedValue encoded) {
        EncodedValue.Head head = encoded.open().head();
        return new ValueBag.Description(head.codecId(), head.schemaVersion(), head.typeName(), encoded.size());
    }

    private ValueCodec writer() {
        if (writer == null) {
            throw new ValueCodingException(
                    Reason.NOT_ENCODABLE,
                    "only simple types can be stored until a codec is configured; open the store with one, for example"
                            + " StoreOptions.defaults().withValues(ValueEncoding.with(JacksonCodec.builder().build()))");
        }
        return writer;
    }

    private ValueCodec reader(EncodedValue.Head head) {
        ValueCodec reader = readers.get(head.codecId());
        if (reader == null) {
            throw new ValueCodingException(
                    Reason.UNKNOWN_CODEC,
                    "a " + head.typeName() + " was written by codec '" + head.codecId() + "', which is not configured");
        }
        if (head.schemaVersion() > reader.schemaVersion()) {
            throw new ValueCodingException(
                    Reason.NEWER_VERSION,
                    "a " + head.typeName() + " was written under schema version " + head.schemaVersion()
                            + "; this host reads up to " + reader.schemaVersion());
        }
        return reader;
    }

    private byte[] decrypted(EncodedValue.Head head, byte[] payload) {
        if (!head.encrypted()) {
            return payload;
        }
        if (cipher == null) {
            throw ValueCipher.unknownKey("");
        }
        return cipher.open(payload, head.bytes());
    }

    private static byte[] plain(EncodedValue.Head head, byte[] payload) {
        if (head.deflated()) {
            return Compression.unpack(payload, head.plainLength());
        }
        if (payload.length != head.plainLength()) {
            throw new ValueCodingException(Reason.DAMAGED, "the payload has another length than was written");
        }
        return payload;
    }

    /** A value that is expected to be an {@code int} is an {@code Integer}. */
    @SuppressWarnings("unchecked") // The class of a primitive type is a Class of its wrapper.
    private static <T> @Nullable T cast(@Nullable Object value, Class<T> type, EncodedValue.Head head) {
        Class<T> boxed = type.isPrimitive()
                ? (Class<T>) MethodType.methodType(type).wrap().returnType()
                : type;
        if (value != null && !boxed.isInstance(value)) {
            throw new ValueCodingException(
                    Reason.OTHER_TYPE, "holds a " + head.typeName() + ", not a " + type.getName());
        }
        return boxed.cast(value);
    }

    /** Collects the settings of an encoding. Not safe for use by many threads. */
    public static final class Builder {
        private @Nullable ValueCodec writer;
        private final Map<String, ValueCodec> readers = new HashMap<>();
        private int compressionThreshold = DEFAULT_COMPRESSION_THRESHOLD;
        private int maxValueSize = DEFAULT_MAX_VALUE_SIZE;
        private @Nullable ValueCipher cipher;
        private final Map<String, String> formerNames = new HashMap<>();
        private boolean provesTypes = true;

        private Builder() {}

        /**
         * Sets the codec that writes; it reads too.
         *
         * @param codec the codec for all but simple types
         * @return this
         * @throws IllegalArgumentException if its id or version has not the required form, or the id is already taken
         */
        public Builder writeWith(ValueCodec codec) {
            alsoRead(codec);
            writer = codec;
            return this;
        }

        /**
         * Adds a codec that only reads, for values that were written before another codec was chosen.
         *
         * @param codec a further codec
         * @return this
         * @throws IllegalArgumentException if its id or version has not the required form, or the id is already taken
         */
        public Builder alsoRead(ValueCodec codec) {
            String id = codec.id();
            if (!id.matches("[a-z0-9-]{1,32}") || codec.schemaVersion() < 1) {
                throw new IllegalArgumentException(
                        "not a usable codec: id='" + id + "' version=" + codec.schemaVersion());
            }
            if (id.equals(PrimitiveValues.CODEC_ID) || readers.putIfAbsent(id, codec) != null) {
                throw new IllegalArgumentException("the codec id '" + id + "' is already taken");
            }
            return this;
        }

        /**
         * Sets from which size on values are packed.
         *
         * @param bytes the smallest size that is packed; {@code Integer.MAX_VALUE} for never
         * @return this
         * @throws IllegalArgumentException if it is negative
         */
        public Builder compressFrom(int bytes) {
            if (bytes < 0) {
                throw new IllegalArgumentException("no value is smaller than 0 bytes: " + bytes);
            }
            compressionThreshold = bytes;
            return this;
        }

        /**
         * Sets how large a value may be, unpacked, and all values of one command together, as they are stored. Larger ones
         * are refused before anything is sent, and stored bytes that claim to be larger are refused before memory is set
         * aside for them.
         *
         * @param bytes the largest size, at least 1
         * @return this
         * @throws IllegalArgumentException if it is less than 1
         */
        public Builder limitValuesTo(int bytes) {
            maxValueSize = checkedLimit(bytes);
            return this;
        }

        /**
         * Encrypts all values from now on. Values that were stored before, in the clear, can still be read.
         *
         * @param with the cipher
         * @return this
         */
        public Builder encryptWith(ValueCipher with) {
            cipher = Objects.requireNonNull(with, "cipher");
            return this;
        }

        /**
         * Says that a class of the application had another name when values of it were stored. Stored bytes name the class they
         * were written from, and those of another class are refused.
         *
         * @param former the former binary name, as {@link Class#getName()} returned it
         * @param type the class that has taken its place, which the codec must be able to make of the old bytes
         * @return this
         * @throws IllegalArgumentException if this former name is taken by another class
         */
        public Builder renamed(String former, Class<?> type) {
            String other = formerNames.putIfAbsent(Objects.requireNonNull(former, "former"), type.getName());
            if (other != null && !other.equals(type.getName())) {
                throw new IllegalArgumentException(former + " cannot be both " + other + " and " + type.getName());
            }
            return this;
        }

        /**
         * Leaves out the proof, with the first value of each class, that what the codec writes can be read again without a loss.
         * For classes that mean to come back changed, which the proof would refuse.
         *
         * @return this
         */
        public Builder withoutRoundTrip() {
            provesTypes = false;
            return this;
        }

        /** {@return the encoding} */
        public ValueEncoding build() {
            return new ValueEncoding(this);
        }
    }
}
