// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.jackson;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import dev.rehydrate.codec.ValueCodec;
import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueCodingException.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * JSON by way of Jackson.
 *
 * <p><b>Which types.</b> JSON does not say what it is the JSON of: a value becomes the class that the reader asks for, and each
 * property the class that its field declares. Nothing in stored bytes ever chooses a class by name: default typing is refused,
 * and so are {@code @JsonTypeInfo} by class name and fields of type {@code Class}. Subtypes are told apart by
 * {@code @JsonTypeInfo(use = NAME)} or {@code DEDUCTION} with {@code @JsonSubTypes}.
 *
 * <p><b>What may change.</b> Properties, constants and subtypes may be added and put in another order. An older host refuses
 * JSON with one that it does not know, at any depth, as of a {@linkplain ValueCodingException.Reason#NEWER_VERSION newer
 * version}: to read past it would be to drop it with the next save. Before one is removed the {@linkplain
 * Builder#schemaVersion schema version} is raised; what is unknown in values of an older version is ignored. A class with
 * {@code @JsonAnySetter} and {@code @JsonAnyGetter} keeps what it does not know, and one with {@code
 * @JsonIgnoreProperties(ignoreUnknown = true)} drops it.
 *
 * <p><b>What does not come back.</b> Two references to one object become two objects; a cycle is refused. Where a field is
 * declared as {@code Object}, or a value is asked for as a raw {@code Map} or {@code List}, JSON's own types come back. Numbers
 * of more than 1,000 characters, also if they are written as text, and property names of more than 50,000 or with half a
 * surrogate pair are refused.
 *
 * <p>Immutable, safe for use by many threads.
 */
public final class JacksonCodec implements ValueCodec {

    /** The id of this codec in stored bytes. */
    public static final String ID = "json";

    /** How deep values may be nested in each other. */
    public static final int MAX_DEPTH = 400;

    private static final String TOO_DEEP = ": it is nested more than " + MAX_DEPTH + " deep, or in a cycle";

    private static final byte[] EMPTY_OBJECT = {'{', '}'};

    private final ObjectMapper mapper;
    private final int schemaVersion;

    private JacksonCodec(ObjectMapper mapper, int schemaVersion) {
        this.mapper = mapper;
        this.schemaVersion = schemaVersion;
    }

    /** {@return a builder with a mapper that knows records and {@code java.time}, for schema version 1} */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public int schemaVersion() {
        return schemaVersion;
    }

    /**
     * {@inheritDoc}
     *
     * @throws ValueCodingException if Jackson has no way to write it, or one that could not be read back ({@code
     *     NOT_ENCODABLE})
     */
    @Override
    public byte[] encode(Object value) {
        return encode(value, each -> {});
    }

    /**
     * {@inheritDoc} Where a property is declared as an interface or an abstract class, that its class is not among
     * {@code @JsonSubTypes}, or cannot be made of JSON, shows when there is one.
     *
     * @throws ValueCodingException as from {@link #encode(Object)}
     */
    @Override
    public byte[] encode(Object value, Consumer<Class<?>> within) {
        Objects.requireNonNull(value, "value");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        boolean hasLongNumberAsText;
        try (ReadableJson json = new ReadableJson(mapper.getFactory().createGenerator(bytes), within)) {
            mapper.writeValue(json, value);
            hasLongNumberAsText = json.hasLongNumberAsText();
        } catch (IOException | RuntimeException | StackOverflowError failure) {
            throw notEncodable(value, failure);
        }
        byte[] all = bytes.toByteArray();
        if (hasLongNumberAsText) {
            requireNumbersReadable(value, all);
        }
        return all;
    }

    /** Only a reader knows whether a text of digits has to become a number; the limit is the same for those. */
    private void requireNumbersReadable(Object value, byte[] json) {
        try {
            var unused = mapper.readValue(json, value.getClass());
        } catch (IOException | RuntimeException | StackOverflowError | LinkageError failure) {
            for (Throwable each = failure; each != null; each = each.getCause()) {
                if (each instanceof StreamConstraintsException) {
                    throw notEncodable(
                            value,
                            new ValueCodingException(
                                    Reason.NOT_ENCODABLE,
                                    "a number that is written as text has more than " + ReadableJson.LONGEST_NUMBER
                                            + " characters",
                                    failure));
                }
            }
            // Whether it can be read otherwise is proven elsewhere.
        }
    }

    private static ValueCodingException notEncodable(Object value, Throwable failure) {
        return new ValueCodingException(
                Reason.NOT_ENCODABLE,
                "a " + value.getClass().getName() + " cannot be written as JSON" + why(failure),
                failure);
    }

    /** What a person can do something about. Jackson's own messages may have a part of the value. */
    private static String why(Throwable failure) {
        ValueCodingException known = refusalWithin(failure);
        if (known != null) {
            return ": " + known.getMessage();
        }
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof StreamConstraintsException || each instanceof StackOverflowError) {
                return TOO_DEEP;
            }
            if (each instanceof InvalidDefinitionException undefined && undefined.getType() != null) {
                return isCycle(undefined)
                        ? TOO_DEEP
                        : ": Jackson has no way to write a "
                                + undefined.getType().getRawClass().getName()
                                + "; use another type, or give the codec a mapper with a module that knows it";
            }
        }
        return "";
    }

    private static boolean isCycle(InvalidDefinitionException undefined) {
        return undefined.getOriginalMessage().contains("self-reference");
    }

    /**
     * {@inheritDoc}
     *
     * @throws ValueCodingException if the bytes are not JSON or nested too deep ({@code DAMAGED}), do not fit the expected
     *     type ({@code OTHER_TYPE}), if that or a type in it cannot be read from JSON ({@code UNKNOWN_TYPE}), or if they
     *     hold a property, constant or subtype that is unknown here and was not written under an older version ({@code
     *     NEWER_VERSION})
     */
    @Override
    public <T> T decode(byte[] bytes, Class<T> type, int writtenVersion) {
        T value;
        try {
            value = reader(type, writtenVersion).readValue(bytes);
        } catch (IOException | RuntimeException | StackOverflowError | LinkageError | AssertionError failure) {
            throw unreadable(bytes, type, failure);
        }
        if (value == null) {
            throw new ValueCodingException(Reason.DAMAGED, "the JSON is null, which is never written");
        }
        return value;
    }

    private ObjectReader reader(Class<?> type, int writtenVersion) {
        ObjectReader reader = mapper.readerFor(type);
        return writtenVersion < schemaVersion ? reader.withAttribute(NothingDropped.older(), true) : reader;
    }

    /**
     * {@inheritDoc} Tries to make one of an empty JSON object, which fails in this way only if Jackson has no way to make one.
     *
     * @throws ValueCodingException if Jackson cannot make such an object of any JSON ({@code UNKNOWN_TYPE})
     */
    @Override
    public void requireReadable(Class<?> type) {
        try {
            var unused = mapper.readValue(EMPTY_OBJECT, type);
        } catch (InvalidDefinitionException | LinkageError cannotBeMade) {
            throw unreadable(EMPTY_OBJECT, type, cannotBeMade);
        } catch (IOException | RuntimeException emptyIsNotEnough) {
            // A value that is written has properties.
        }
    }

    private static ValueCodingException unreadable(byte[] bytes, Class<?> type, Throwable failure) {
        ValueCodingException known = refusalWithin(failure);
        if (known != null) {
            return known;
        }
        Reason reason = bytes.length == 0 ? Reason.DAMAGED : reason(failure);
        String message = switch (reason) {
            case UNKNOWN_TYPE -> unknownType(failure);
            case OTHER_TYPE -> "the JSON does not fit a " + type.getName();
            default -> "the bytes are not JSON that was written for a " + type.getName();
        };
        return new ValueCodingException(reason, message, failure);
    }

    private static String unknownType(Throwable failure) {
        return failure instanceof InvalidDefinitionException undefined && undefined.getType() != null
                ? "Jackson cannot make a " + undefined.getType().getRawClass().getName()
                        + " of JSON: make it a record, give it a constructor without parameters or one with @JsonCreator, or"
                        + " say by @JsonTypeInfo and @JsonSubTypes which class it is"
                : "the type of something in it is unknown or cannot be read from JSON";
    }

    private static Reason reason(Throwable failure) {
        if (failure instanceof InvalidTypeIdException
                || failure instanceof InvalidDefinitionException
                || failure instanceof LinkageError) {
            return Reason.UNKNOWN_TYPE;
        }
        if (failure instanceof ValueInstantiationException) {
            // The bytes are what was written; another release may have a constructor that takes them.
            return Reason.OTHER_TYPE;
        }
        boolean malformed = failure instanceof JsonMappingException
                && failure.getCause() instanceof JsonProcessingException
                && !(failure.getCause() instanceof JsonMappingException);
        boolean mismatch = failure instanceof MismatchedInputException && !malformed;
        return mismatch && !(failure.getCause() instanceof StreamConstraintsException)
                ? Reason.OTHER_TYPE
                : Reason.DAMAGED;
    }

    private static @Nullable ValueCodingException refusalWithin(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof ValueCodingException refusal) {
                return refusal;
            }
        }
        return null;
    }

    /** Collects settings. Not safe for use by many threads. */
    public static final class Builder {

        private ObjectMapper mapper = JsonSettings.defaultMapper();
        private int schemaVersion = 1;

        private Builder() {}

        /**
         * Sets how objects and JSON map to each other. The codec uses a copy, in which Jackson's limits are on and nothing
         * unknown is turned into null, a default or a rounded number; all else is as in the mapper given.
         *
         * @param mapper a mapper for JSON
         * @return this
         * @throws IllegalArgumentException if default typing is active in it, if it cannot be copied, or if it is for another
         *     format than JSON
         */
        public Builder mapper(ObjectMapper mapper) {
            this.mapper = JsonSettings.safeCopy(mapper);
            return this;
        }

        /**
         * Sets the version of the application's types. Values of newer versions are refused, so it is raised when older
         * hosts would misunderstand what newer ones write.
         *
         * @param version at least 1
         * @return this
         * @throws IllegalArgumentException if it is less than 1
         */
        public Builder schemaVersion(int version) {
            if (version < 1) {
                throw new IllegalArgumentException("a schema version is at least 1, not " + version);
            }
            schemaVersion = version;
            return this;
        }

        /** {@return the codec, which later changes of this builder do not affect} */
        public JacksonCodec build() {
            return new JacksonCodec(mapper, schemaVersion);
        }
    }
}
