// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot.test;

import java.util.Objects;
import org.springframework.boot.context.TypeExcludeFilter;
import org.springframework.context.annotation.Bean;
import org.springframework.core.type.classreading.MetadataReader;
import org.springframework.core.type.classreading.MetadataReaderFactory;

/** Leaves out of component scanning what has no bean of ours. Equal to each other, so that contexts are shared. */
final class SliceFilter extends TypeExcludeFilter {

    private static final String OURS = "dev.rehydrate.";

    @Override
    public boolean match(MetadataReader reader, MetadataReaderFactory factory) {
        return reader.getAnnotationMetadata().getAnnotatedMethods(Bean.class.getName()).stream()
                .noneMatch(method -> method.getReturnTypeName().startsWith(OURS));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SliceFilter;
    }

    @Override
    public int hashCode() {
        return Objects.hash(OURS);
    }
}
