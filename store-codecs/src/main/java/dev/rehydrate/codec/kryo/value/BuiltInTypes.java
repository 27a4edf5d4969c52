// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.value;

import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.DefaultArraySerializers;
import com.esotericsoftware.kryo.serializers.DefaultSerializers;
import com.esotericsoftware.kryo.serializers.OptionalSerializers;
import dev.rehydrate.codec.kryo.graph.GraphKryo;
import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Currency;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The types that need no registration. Their ids are in stored bytes: an id never changes its meaning, is never used again,
 * and stays below {@link GraphKryo#FIRST_APPLICATION_ID}.
 */
public final class BuiltInTypes {

    private static final Map<Class<?>, Registration> ALL = new LinkedHashMap<>();

    static {
        Register register = BuiltInTypes::add;
        registerNumbersAndText(register);
        registerArrays(register);
        TimeTypes.registerOn(register);
        registerOthers(register);
        ContainerTypes.registerOn(register);
        registerElementTypes(register);
    }

    private BuiltInTypes() {}

    /** Takes one type. */
    interface Register {
        void type(int id, Class<?> type, Serializer<?> serializer);
    }

    public static Collection<Registration> all() {
        return ALL.values();
    }

    public static boolean covers(Class<?> type) {
        Class<?> unwrapped = MethodType.methodType(type).unwrap().returnType();
        return ALL.containsKey(unwrapped) || type.isPrimitive() || type.isArray();
    }

    private static void add(int id, Class<?> type, Serializer<?> serializer) {
        ALL.put(type, new Registration(type, serializer, id));
    }

    // Registering the primitive registers its wrapper; Kryo itself gives both the ids 0 to 8.
    private static void registerNumbersAndText(Register register) {
        register.type(0, int.class, new DefaultSerializers.IntSerializer());
        register.type(1, String.class, new DefaultSerializers.StringSerializer());
        register.type(2, float.class, new DefaultSerializers.FloatSerializer());
        register.type(3, boolean.class, new DefaultSerializers.BooleanSerializer());
        register.type(4, byte.class, new DefaultSerializers.ByteSerializer());
        register.type(5, char.class, new DefaultSerializers.CharSerializer());
        register.type(6, short.class, new DefaultSerializers.ShortSerializer());
        register.type(7, long.class, new DefaultSerializers.LongSerializer());
        register.type(8, double.class, new DefaultSerializers.DoubleSerializer());
        register.type(18, BigInteger.class, new DefaultSerializers.BigIntegerSerializer());
        register.type(19, BigDecimal.class, new DefaultSerializers.BigDecimalSerializer());
    }

    private static void registerArrays(Register register) {
        register.type(9, byte[].class, new DefaultArraySerializers.ByteArraySerializer());
        register.type(10, short[].class, new DefaultArraySerializers.ShortArraySerializer());
        register.type(11, int[].class, new DefaultArraySerializers.IntArraySerializer());
        register.type(12, long[].class, new DefaultArraySerializers.LongArraySerializer());
        register.type(13, float[].class, new DefaultArraySerializers.FloatArraySerializer());
        register.type(14, double[].class, new DefaultArraySerializers.DoubleArraySerializer());
        register.type(15, char[].class, new DefaultArraySerializers.CharArraySerializer());
        register.type(
                16,
                boolean[].class,
                LeafSerializer.mutable(BuiltInTypes::writeBooleans, in -> in.readBooleans(in.readVarInt(true))));
        register.type(17, Object[].class, new ArraySerializer());
    }

    private static void registerOthers(Register register) {
        register.type(20, UUID.class, new DefaultSerializers.UUIDSerializer());
        register.type(21, URI.class, new DefaultSerializers.URISerializer());
        register.type(54, EnumSet.class, new EnumSetSerializer());
        register.type(68, EnumMap.class, new EnumMapSerializer());
        register.type(70, Optional.class, new OptionalSerializer());
        register.type(71, OptionalInt.class, new OptionalSerializers.OptionalIntSerializer());
        register.type(72, OptionalLong.class, new OptionalSerializers.OptionalLongSerializer());
        register.type(73, OptionalDouble.class, new OptionalSerializers.OptionalDoubleSerializer());
        register.type(74, Locale.class, LeafSerializer.locales());
        register.type(75, Currency.class, new DefaultSerializers.CurrencySerializer());
        register.type(76, BitSet.class, new DefaultSerializers.BitSetSerializer());
        register.type(77, AtomicBoolean.class, new DefaultSerializers.AtomicBooleanSerializer());
        register.type(78, AtomicInteger.class, new DefaultSerializers.AtomicIntegerSerializer());
        register.type(79, AtomicLong.class, new DefaultSerializers.AtomicLongSerializer());
        registerComparator(register, 80, Comparator.naturalOrder());
        registerComparator(register, 81, Collections.reverseOrder());
        registerComparator(register, 82, String.CASE_INSENSITIVE_ORDER);
    }

    private static void registerComparator(Register register, int id, Comparator<?> comparator) {
        register.type(id, comparator.getClass(), LeafSerializer.singleton(comparator));
    }

    private static void writeBooleans(Output output, boolean[] array) {
        output.writeVarInt(array.length, true);
        output.writeBooleans(array, 0, array.length);
    }

    private static void registerElementTypes(Register register) {
        ElementTypeSerializer serializer = new ElementTypeSerializer();
        register.type(90, Object.class, serializer);
        register.type(91, Number.class, serializer);
        register.type(92, Comparable.class, serializer);
        register.type(93, CharSequence.class, serializer);
        register.type(94, Collection.class, serializer);
        register.type(95, List.class, serializer);
        register.type(96, Set.class, serializer);
        register.type(97, Map.class, serializer);
    }
}
