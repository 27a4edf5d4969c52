// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec;

import java.util.function.Consumer;

/**
 * Turns application objects into bytes and back. Framing, checksum, compression and limits are not its business: a codec
 * sees exactly the bytes it wrote, or damaged ones that happen to pass the checksum.
 *
 * <p>Implementations are safe for use by many threads, instantiate only types the application named beforehand, and use
 * memory in proportion to the bytes they are given, whatever those bytes say.
 */
public interface ValueCodec {

    /**
     * Names the format in stored bytes.
     *
     * @return 1 to 32 characters of {@code a-z 0-9 -}; never changed once values were stored
     */
    String id();

    /**
     * The version of the application's types that this codec writes. Values of the same and of older versions can be read;
     * a newer one is refused before {@link #decode} is called.
     *
     * @return at least 1
     */
    int schemaVersion();

    /**
     * Writes one value.
     *
     * @param value never null, never one of the types that {@link PrimitiveValues} covers
     * @return the bytes, which the caller may keep
     * @throws ValueCodingException if the codec does not know the type or the value cannot be written
     */
    byte[] encode(Object value);

    /**
     * Writes one value, and tells of the classes of the objects within it. A codec of which the bytes do not say what they are
     * the bytes of, and which may find out only in reading that it cannot make one of those classes, tells of them: the
     * encoding reads a value again before it is stored whenever a class is in it that was not in an earlier value.
     *
     * @param value as for {@link #encode(Object)}
     * @param within is told of a class once or several times, before this method returns
     * @return the bytes, the same as those of {@link #encode(Object)}
     * @throws ValueCodingException as from {@link #encode(Object)}
     */
    default byte[] encode(Object value, Consumer<Class<?>> within) {
        // Most codecs know in writing what can be read.
        return encode(value);
    }

    /**
     * Reads one value.
     *
     * @param bytes what {@link #encode} returned, perhaps in an older version of the application; must not be kept
     * @param type what the caller expects
     * @param writtenVersion the schema version under which it was written
     * @param <T> the expected type
     * @return the value, of the expected type
     * @throws ValueCodingException if the bytes are damaged, or hold something else or something unknown
     */
    <T> T decode(byte[] bytes, Class<T> type, int writtenVersion);

    /**
     * Makes sure that values of a type can be written and read again, as far as that shows without a value. Asked once for the
     * type of a state when a host starts; a type that passes may still fail in {@link #encode} or {@link #decode}.
     *
     * @param type a type of the application, perhaps an interface
     * @throws ValueCodingException if values of this type can never be read; it says why and what to do
     */
    default void requireReadable(Class<?> type) {
        // Most codecs know only when they see a value.
    }
}
