// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.graph;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The application types in stored bytes, as they were when the bytes were written. They stand before the first object: Kryo
 * writes the names of fields with the first object of a class, and loses them if that object is passed over.
 */
public final class StoredShapes {

    private final Map<Integer, Shape> byId;

    private StoredShapes(Map<Integer, Shape> byId) {
        this.byId = byId;
    }

    /** What is known of one type; what the reading class makes of it is worked out once and kept here. */
    public static final class Shape {
        final String className;
        final boolean hasConstants;
        final List<String> names;

        @Nullable
        Object plan;

        /** Whether what is unknown here was removed since, and may be passed over. */
        final boolean isOlder;

        private Shape(String className, boolean hasConstants, List<String> names, boolean isOlder) {
            this.className = className;
            this.hasConstants = hasConstants;
            this.names = names;
            this.isOlder = isOlder;
        }

        /** Where the stored members of a type go in the class that is now registered under its id. */
        public int[] plan(Class<?> type, Members members) {
            if (plan == null) {
                int[] matched = members.match(names);
                requireSameType(type, members, matched);
                requireNothingDropped(type, matched);
                plan = matched;
            }
            return (int[]) plan;
        }

        private void requireNothingDropped(Class<?> type, int[] matched) {
            for (int i = 0; i < matched.length; i++) {
                if (matched[i] < 0 && !isOlder) {
                    throw Refusal.newerVersion(
                            "the field " + Refusal.printable(names.get(i)) + " of " + type.getName());
                }
            }
        }

        /** Of an older form of the class something is left; an id that was given to another class would read as zeros. */
        private void requireSameType(Class<?> type, Members members, int[] matched) {
            boolean nothingInCommon = Arrays.stream(matched).allMatch(member -> member < 0);
            if (nothingInCommon
                    && matched.length > 0
                    && !members.names().isEmpty()
                    && !className.equals(type.getName())) {
                throw Refusal.otherType("a " + Refusal.printable(className)
                        + " was stored under the id that now stands for " + type.getName()
                        + ", with which it has no field in common; an id must not be used again");
            }
        }
    }

    static StoredShapes read(GuardedInput input, boolean older) {
        int count = input.readCount();
        Map<Integer, Shape> byId = new HashMap<>();
        for (int i = 0; i < count; i++) {
            int id = input.readVarInt(true);
            if (byId.put(id, readShape(input, older)) != null) {
                throw Refusal.damaged("one type is described twice");
            }
        }
        return new StoredShapes(byId);
    }

    private static Shape readShape(GuardedInput input, boolean older) {
        byte kind = input.readByte();
        if (kind != WrittenShapes.FIELDS && kind != WrittenShapes.CONSTANTS) {
            throw Refusal.damaged("a type is described in an unknown way");
        }
        String className = readName(input);
        String[] names = new String[input.readCount()];
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < names.length; i++) {
            names[i] = readName(input);
            if (!seen.add(names[i])) {
                throw Refusal.damaged("a type is described with the same name twice");
            }
        }
        return new Shape(className, kind == WrittenShapes.CONSTANTS, List.of(names), older);
    }

    private static String readName(GuardedInput input) {
        String name = input.readString();
        if (name == null) {
            throw Refusal.damaged("a name is missing");
        }
        return name;
    }

    @Nullable
    Shape find(int id) {
        return byId.get(id);
    }

    public Shape fieldsOf(int id, Class<?> type) {
        Shape shape = required(id, type);
        if (shape.hasConstants) {
            throw Refusal.otherType("an enum was stored where there is now the class " + type.getName());
        }
        return shape;
    }

    Shape constantsOf(int id, Class<?> type) {
        Shape shape = required(id, type);
        if (!shape.hasConstants) {
            throw Refusal.otherType("an object was stored where there is now the enum " + type.getName());
        }
        return shape;
    }

    private Shape required(int id, Class<?> type) {
        Shape shape = byId.get(id);
        if (shape == null) {
            throw Refusal.damaged("the description of " + type.getName() + " is missing");
        }
        return shape;
    }
}
