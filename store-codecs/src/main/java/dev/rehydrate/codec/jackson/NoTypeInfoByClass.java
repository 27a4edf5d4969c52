// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.jackson;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.AnnotationIntrospector;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import com.fasterxml.jackson.databind.jsontype.TypeResolverBuilder;
import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueCodingException.Reason;
import org.jspecify.annotations.Nullable;

/**
 * Refuses {@code @JsonTypeInfo} by class name. The validator refuses it in reading only, so that what was written would be
 * lost; this refuses it in writing too.
 */
final class NoTypeInfoByClass extends NopAnnotationIntrospector {

    private static final long serialVersionUID = 1;

    private final AnnotationIntrospector annotations;

    NoTypeInfoByClass(AnnotationIntrospector annotations) {
        this.annotations = annotations;
    }

    @Override
    public @Nullable TypeResolverBuilder<?> findTypeResolver(
            MapperConfig<?> config, AnnotatedClass type, JavaType baseType) {
        return refuseClassNames(config, type);
    }

    @Override
    public @Nullable TypeResolverBuilder<?> findPropertyTypeResolver(
            MapperConfig<?> config, AnnotatedMember member, JavaType baseType) {
        return refuseClassNames(config, member);
    }

    @Override
    public @Nullable TypeResolverBuilder<?> findPropertyContentTypeResolver(
            MapperConfig<?> config, AnnotatedMember member, JavaType containerType) {
        return refuseClassNames(config, member);
    }

    private @Nullable TypeResolverBuilder<?> refuseClassNames(MapperConfig<?> config, Annotated annotated) {
        JsonTypeInfo.Value info = annotations.findPolymorphicTypeInfo(config, annotated);
        if (info != null
                && (info.getIdType() == JsonTypeInfo.Id.CLASS || info.getIdType() == JsonTypeInfo.Id.MINIMAL_CLASS)) {
            throw new ValueCodingException(
                    Reason.UNKNOWN_TYPE,
                    annotated.getName() + " has @JsonTypeInfo by class name, which lets stored bytes choose classes;"
                            + " use NAME or DEDUCTION with @JsonSubTypes");
        }
        return null;
    }
}
