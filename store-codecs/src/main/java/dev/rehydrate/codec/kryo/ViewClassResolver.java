// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo;

import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.util.DefaultClassResolver;
import java.lang.reflect.Modifier;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Finds the registration of classes that nobody can name: the JDK's views and immutable collections are written as the one
 * registered class that means the same, whatever the JDK calls them in its next version.
 */
@SuppressWarnings("rawtypes")
final class ViewClassResolver extends DefaultClassResolver {

    @Override
    public @Nullable Registration getRegistration(Class type) {
        Registration exact = super.getRegistration(type);
        if (exact != null) {
            return exact;
        }
        Class<?> meant = meaning(type);
        return meant == null ? null : super.getRegistration(meant);
    }

    private static @Nullable Class<?> meaning(Class<?> type) {
        if (type.isArray()) {
            return Object[].class;
        }
        if (type.getModule() != Object.class.getModule()) {
            return null;
        }
        if (EnumSet.class.isAssignableFrom(type)) {
            return EnumSet.class;
        }
        if (ZoneId.class.isAssignableFrom(type) && type != ZoneOffset.class) {
            return ZoneId.class;
        }
        return Modifier.isPublic(type.getModifiers()) ? null : view(type);
    }

    private static @Nullable Class<?> view(Class<?> type) {
        String name = type.getName();
        if (name.startsWith("java.util.ImmutableCollections$")) {
            return immutable(type);
        }
        if (name.matches("java\\.util\\.Collections\\$(Unmodifiable|Empty|Singleton|Copies).*")) {
            return unmodifiable(type);
        }
        return name.matches("java\\.util\\..*(SubList|KeySet|Values)") ? copied(type) : null;
    }

    private static @Nullable Class<?> immutable(Class<?> type) {
        if (List.class.isAssignableFrom(type)) {
            return CollectionTypes.LIST_OF;
        }
        if (Set.class.isAssignableFrom(type)) {
            return CollectionTypes.SET_OF;
        }
        return Map.class.isAssignableFrom(type) ? MapTypes.MAP_OF : null;
    }

    private static Class<?> unmodifiable(Class<?> type) {
        if (SortedSet.class.isAssignableFrom(type)) {
            return CollectionTypes.UNMODIFIABLE_SORTED_SET;
        }
        if (Set.class.isAssignableFrom(type)) {
            return CollectionTypes.UNMODIFIABLE_SET;
        }
        if (SortedMap.class.isAssignableFrom(type)) {
            return MapTypes.UNMODIFIABLE_SORTED_MAP;
        }
        return Map.class.isAssignableFrom(type) ? MapTypes.UNMODIFIABLE_MAP : CollectionTypes.UNMODIFIABLE_LIST;
    }

    private static Class<?> copied(Class<?> type) {
        if (SortedSet.class.isAssignableFrom(type)) {
            return TreeSet.class;
        }
        return Set.class.isAssignableFrom(type) ? LinkedHashSet.class : ArrayList.class;
    }
}
