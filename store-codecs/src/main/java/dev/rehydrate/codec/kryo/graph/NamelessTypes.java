// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.graph;

import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.util.DefaultClassResolver;
import java.lang.reflect.Modifier;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the registration of classes that code cannot name: the JDK's views and immutable collections are written as the one
 * registered class that means the same, whatever the JDK calls them in its next version.
 *
 * <p>Kryo's own resolver finds a class by identity only, so that a {@code List.of(1)} and a {@code List.of(1, 2, 3)} would
 * need two registrations, and a sub-list could have none.
 */
@SuppressWarnings("rawtypes")
public final class NamelessTypes extends DefaultClassResolver {

    public static final Class<?> AS_LIST = Arrays.asList().getClass();
    public static final Class<?> LIST_OF = List.of(1, 2, 3).getClass();
    public static final Class<?> SET_OF = Set.of(1, 2, 3).getClass();
    public static final Class<?> MAP_OF = Map.of(1, 1, 2, 2).getClass();
    public static final Class<?> CONCURRENT_SET = ConcurrentHashMap.newKeySet().getClass();
    public static final Class<?> UNMODIFIABLE_LIST =
            Collections.unmodifiableList(new ArrayList<>()).getClass();
    public static final Class<?> UNMODIFIABLE_SET =
            Collections.unmodifiableSet(new HashSet<>()).getClass();
    public static final Class<?> UNMODIFIABLE_SORTED_SET =
            Collections.unmodifiableNavigableSet(new TreeSet<>()).getClass();
    public static final Class<?> UNMODIFIABLE_MAP =
            Collections.unmodifiableMap(new HashMap<>()).getClass();
    public static final Class<?> UNMODIFIABLE_SORTED_MAP =
            Collections.unmodifiableNavigableMap(new TreeMap<>()).getClass();

    /** The first row whose name and kind fit a class says what it means. */
    private static final List<View> VIEWS = rows();

    private record View(String names, Class<?> kind, Class<?> meaning) {
        boolean fits(Class<?> type) {
            return kind.isAssignableFrom(type) && type.getName().matches(names);
        }
    }

    private static List<View> rows() {
        String immutable = "java\\.util\\.ImmutableCollections\\$.*";
        String unmodifiable = "java\\.util\\.Collections\\$(Unmodifiable|Empty|Singleton|Copies).*";
        String view = "java\\.util\\..*(SubList|KeySet|Values)";
        return List.of(
                new View(immutable, List.class, LIST_OF),
                new View(immutable, Set.class, SET_OF),
                new View(immutable, Map.class, MAP_OF),
                new View(unmodifiable, SortedSet.class, UNMODIFIABLE_SORTED_SET),
                new View(unmodifiable, Set.class, UNMODIFIABLE_SET),
                new View(unmodifiable, SortedMap.class, UNMODIFIABLE_SORTED_MAP),
                new View(unmodifiable, Map.class, UNMODIFIABLE_MAP),
                new View(unmodifiable, Collection.class, UNMODIFIABLE_LIST),
                new View(view, SortedSet.class, TreeSet.class),
                new View(view, Set.class, LinkedHashSet.class),
                new View(view, Collection.class, ArrayList.class));
    }

    @Override
    public @Nullable Registration getRegistration(Class type) {
        Registration exact = super.getRegistration(type);
        if (exact != null) {
            return exact;
        }
        Class<?> meant = meaning(type);
        Registration registration = meant == null ? null : super.getRegistration(meant);
        if (registration != null && !type.isArray()) {
            // The names of a few classes of the JDK, so that each is matched once.
            classToRegistration.put(type, registration);
        }
        return registration;
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
        return VIEWS.stream()
                .filter(view -> view.fits(type))
                .findFirst()
                .map(View::meaning)
                .orElse(null);
    }
}
