// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.jackson;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.jsontype.TypeIdResolver;
import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueCodingException.Reason;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Refuses JSON that holds more than the classes of this release can take in, at any depth: an unknown property, constant or
 * subtype. A host that read past it would save the value without it. What was written under an older schema version is read as
 * it is: what is unknown there has been removed since.
 */
final class NothingDropped extends DeserializationProblemHandler {

    private static final Object OLDER = new Object();
    private static final int LONGEST_NAME = 200;

    private final ObjectMapper mapper;

    /** What objects of a class are written with, properties that are only ever read from the object included. */
    private final Map<Class<?>, Set<String>> written = new WeakHashMap<>();

    NothingDropped(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    /** {@return the attribute of a reader for values of an older schema version} */
    static Object older() {
        return OLDER;
    }

    private static boolean isStrict(DeserializationContext context) {
        return context.getAttribute(OLDER) == null;
    }

    @Override
    public boolean handleUnknownProperty(
            DeserializationContext context,
            JsonParser parser,
            @Nullable JsonDeserializer<?> deserializer,
            Object beanOrClass,
            String propertyName) {
        Class<?> type = beanOrClass instanceof Class<?> known ? known : beanOrClass.getClass();
        if (isStrict(context) && !written(type).contains(propertyName)) {
            throw newer("the property '" + printable(propertyName) + "' of " + type.getName());
        }
        return false;
    }

    private synchronized Set<String> written(Class<?> type) {
        return written.computeIfAbsent(type, this::propertiesOf);
    }

    private Set<String> propertiesOf(Class<?> type) {
        BeanDescription description = mapper.getSerializationConfig().introspect(mapper.constructType(type));
        return description.findProperties().stream()
                .filter(BeanPropertyDefinition::couldSerialize)
                .map(BeanPropertyDefinition::getName)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Object handleWeirdStringValue(
            DeserializationContext context, Class<?> targetType, String valueToConvert, @Nullable String failureMsg) {
        requireKnownConstant(context, targetType, valueToConvert);
        return NOT_HANDLED;
    }

    /** Of constants that are written as their numbers. */
    @Override
    public Object handleWeirdNumberValue(
            DeserializationContext context, Class<?> targetType, Number valueToConvert, @Nullable String failureMsg) {
        requireKnownConstant(context, targetType, valueToConvert.toString());
        return NOT_HANDLED;
    }

    @Override
    public Object handleWeirdKey(
            DeserializationContext context, Class<?> rawKeyType, String keyValue, @Nullable String failureMsg) {
        requireKnownConstant(context, rawKeyType, keyValue);
        return NOT_HANDLED;
    }

    private static void requireKnownConstant(DeserializationContext context, Class<?> type, String constant) {
        if (isStrict(context) && type.isEnum()) {
            throw newer("the constant '" + printable(constant) + "' of " + type.getName());
        }
    }

    @Override
    public @Nullable JavaType handleUnknownTypeId(
            DeserializationContext context,
            JavaType baseType,
            String subTypeId,
            TypeIdResolver idResolver,
            @Nullable String failureMsg) {
        if (isStrict(context)) {
            throw newer("the subtype '" + printable(subTypeId) + "' of "
                    + baseType.getRawClass().getName());
        }
        return null;
    }

    private static ValueCodingException newer(String what) {
        return new ValueCodingException(
                Reason.NEWER_VERSION,
                "it holds " + what
                        + ", which this host does not know: a newer release has written it, or it was removed"
                        + " here without a higher schemaVersion");
    }

    /** A name from stored bytes, fit for a log line. */
    private static String printable(String stored) {
        String cut = stored.length() > LONGEST_NAME ? stored.substring(0, LONGEST_NAME) : stored;
        return cut.replaceAll("[^A-Za-z0-9_.$@-]", "?");
    }
}
