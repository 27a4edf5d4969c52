// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.jackson;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.introspect.AnnotationIntrospectorPair;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.util.LRUMap;
import com.fasterxml.jackson.databind.util.LinkedNode;
import com.fasterxml.jackson.databind.util.LookupCache;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;

/** What every mapper is held to, wherever it comes from. */
final class JsonSettings {

    /** How large a cache of types begins and becomes, as in Jackson. */
    private static final int FEW_TYPES = 16;

    private static final int MOST_TYPES = 200;

    private JsonSettings() {}

    static ObjectMapper defaultMapper() {
        ObjectMapper mapper = JsonMapper.builder()
                .addModule(new JavaTimeModule())
                .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
                .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
                // Otherwise every offset would come back as UTC and every zone as an offset.
                .disable(DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
                .enable(SerializationFeature.WRITE_DATES_WITH_ZONE_ID)
                .build();
        return safe(mapper);
    }

    static ObjectMapper safeCopy(ObjectMapper given) {
        Objects.requireNonNull(given, "mapper");
        requireNoDefaultTyping(given.getDeserializationConfig());
        requireNoDefaultTyping(given.getSerializationConfig());
        if (!JsonFactory.FORMAT_NAME_JSON.equals(given.getFactory().getFormatName())) {
            throw new IllegalArgumentException(
                    "the mapper is not for JSON but for " + given.getFactory().getFormatName());
        }
        try {
            return safe(given.copy());
        } catch (IllegalStateException notMeantToBeCopied) {
            throw new IllegalArgumentException("the mapper cannot be copied", notMeantToBeCopied);
        }
    }

    private static void requireNoDefaultTyping(MapperConfig<?> config) {
        if (config.getDefaultTyper(config.constructType(Object.class)) != null) {
            throw new IllegalArgumentException(
                    "default typing lets stored bytes choose which classes are instantiated; deactivate it");
        }
    }

    private static ObjectMapper safe(ObjectMapper mapper) {
        // The cache that all mappers of a process share keeps the classes of an application that was replaced.
        LookupCache<Object, JavaType> ownTypes = new LRUMap<>(FEW_TYPES, MOST_TYPES);
        mapper.setTypeFactory(mapper.getTypeFactory().withCache(ownTypes));
        // Whether an unknown property may be passed over depends on the version that has written it.
        mapper.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
        // Each of these would turn what is not known here into something else, which the next save would store.
        mapper.disable(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL);
        mapper.disable(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_USING_DEFAULT_VALUE);
        mapper.disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT);
        mapper.enable(DeserializationFeature.FAIL_ON_INVALID_SUBTYPE);
        mapper.enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        mapper.setPolymorphicTypeValidator(new NoTypeByName());
        mapper.registerModule(new NoClassModule());
        AnnotationIntrospector reading = mapper.getDeserializationConfig().getAnnotationIntrospector();
        AnnotationIntrospector writing = mapper.getSerializationConfig().getAnnotationIntrospector();
        mapper.setAnnotationIntrospectors(guarded(writing), guarded(reading));
        limit(mapper.getFactory());
        refuseWhatWouldBeDropped(mapper);
        return mapper;
    }

    /** Handlers of the application are asked first. */
    private static void refuseWhatWouldBeDropped(ObjectMapper mapper) {
        Deque<DeserializationProblemHandler> given = new ArrayDeque<>();
        LinkedNode<DeserializationProblemHandler> each =
                mapper.getDeserializationConfig().getProblemHandlers();
        for (; each != null; each = each.next()) {
            given.push(each.value());
        }
        mapper.clearProblemHandlers();
        mapper.addHandler(new NothingDropped(mapper));
        given.forEach(mapper::addHandler);
    }

    private static AnnotationIntrospector guarded(AnnotationIntrospector introspector) {
        return new AnnotationIntrospectorPair(new NoTypeInfoByClass(introspector), introspector);
    }

    private static void limit(JsonFactory factory) {
        // Text cannot be larger than the bytes it comes from, so it needs no limit of its own.
        factory.setStreamReadConstraints(StreamReadConstraints.builder()
                .maxNestingDepth(JacksonCodec.MAX_DEPTH)
                .maxStringLength(Integer.MAX_VALUE)
                .maxNumberLength(ReadableJson.LONGEST_NUMBER)
                .maxNameLength(ReadableJson.LONGEST_NAME)
                .build());
        factory.setStreamWriteConstraints(StreamWriteConstraints.builder()
                .maxNestingDepth(JacksonCodec.MAX_DEPTH)
                .build());
    }
}
