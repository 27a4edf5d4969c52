// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.jackson;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.type.WritableTypeId;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueCodingException.Reason;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Refuses to write what Jackson itself would refuse to read, and tells of the classes whose objects it writes. */
final class ReadableJson extends JsonGeneratorDelegate {

    static final int LONGEST_NUMBER = StreamReadConstraints.DEFAULT_MAX_NUM_LEN;
    static final int LONGEST_NAME = StreamReadConstraints.DEFAULT_MAX_NAME_LEN;

    private static final int BITS_PER_DIGIT = 3;

    private final Consumer<Class<?>> classes;
    private @Nullable Class<?> last;
    private boolean hasLongNumberAsText;

    /**
     * Writes to another generator.
     *
     * @param json writes the bytes
     * @param classes is told of the class of each object
     */
    ReadableJson(JsonGenerator json, Consumer<Class<?>> classes) {
        super(json);
        this.classes = classes;
    }

    private void tellOf(@Nullable Object written) {
        // Most objects stand behind others of their class.
        if (written != null && written.getClass() != last) {
            last = written.getClass();
            classes.accept(last);
        }
    }

    @Override
    public void writeStartObject(@Nullable Object written) throws IOException {
        tellOf(written);
        super.writeStartObject(written);
    }

    @Override
    public void writeStartObject(@Nullable Object written, int size) throws IOException {
        tellOf(written);
        super.writeStartObject(written, size);
    }

    @Override
    public void writeStartArray(@Nullable Object written) throws IOException {
        tellOf(written);
        super.writeStartArray(written);
    }

    @Override
    public void writeStartArray(@Nullable Object written, int size) throws IOException {
        tellOf(written);
        super.writeStartArray(written, size);
    }

    /** What has a name of its type may be text or a number within that name, and begins neither an object nor an array. */
    @Override
    public WritableTypeId writeTypePrefix(WritableTypeId type) throws IOException {
        tellOf(type.forValue);
        return super.writeTypePrefix(type);
    }

    /** Whether a text or a name was written that a reader would refuse if it had to be a number. */
    boolean hasLongNumberAsText() {
        return hasLongNumberAsText;
    }

    private void lookAt(String text) {
        hasLongNumberAsText |= text.length() > LONGEST_NUMBER && text.chars().allMatch(ReadableJson::isOfNumber);
    }

    private static boolean isOfNumber(int character) {
        return (character >= '0' && character <= '9') || "+-.eE".indexOf(character) >= 0;
    }

    @Override
    public void writeString(@Nullable String text) throws IOException {
        if (text != null) {
            lookAt(text);
        }
        super.writeString(text);
    }

    @Override
    public void writeNumber(BigInteger number) throws IOException {
        if (number.bitLength() > LONGEST_NUMBER * BITS_PER_DIGIT) {
            requireAtMost(number.toString().length(), LONGEST_NUMBER, "a number");
        }
        super.writeNumber(number);
    }

    @Override
    public void writeNumber(BigDecimal number) throws IOException {
        boolean plain = isEnabled(Feature.WRITE_BIGDECIMAL_AS_PLAIN);
        requireAtMost((plain ? number.toPlainString() : number.toString()).length(), LONGEST_NUMBER, "a number");
        if (number.precision() - 1L - number.scale() > Integer.MAX_VALUE) {
            throw new ValueCodingException(
                    Reason.NOT_ENCODABLE, "the exponent of a BigDecimal is too large to be read");
        }
        super.writeNumber(number);
    }

    @Override
    public void writeFieldName(String name) throws IOException {
        requireAtMost(name.length(), LONGEST_NAME, "a name");
        lookAt(name);
        if (name.codePoints().anyMatch(ReadableJson::isHalfAPair)) {
            throw new ValueCodingException(Reason.NOT_ENCODABLE, "a name has half a surrogate pair");
        }
        super.writeFieldName(name);
    }

    private static boolean isHalfAPair(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    @Override
    public void writeFieldName(SerializableString name) throws IOException {
        requireAtMost(name.charLength(), LONGEST_NAME, "a name");
        super.writeFieldName(name);
    }

    private static void requireAtMost(int length, int limit, String what) {
        if (length > limit) {
            throw new ValueCodingException(
                    Reason.NOT_ENCODABLE, what + " has " + length + " characters; the limit is " + limit);
        }
    }
}
