// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.graph;

import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.IdentityObjectIntMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes one graph of objects.
 *
 * <p>Layout: format (1), the shapes of all application types in the graph, then the root. A value is a number: 0 for null, 1
 * for an object that stands earlier, or the id of its type plus {@link #FIRST_TYPE}; an earlier object is named by the
 * position of its own number, counted from the root. Unlike a running number, a position stays right when a reader passes
 * over fields that it no longer has.
 */
public final class GraphWriter {

    public static final int FORMAT = 1;
    static final int NULL = 0;
    static final int EARLIER = 1;
    public static final int FIRST_TYPE = 2;

    private static final int FIRST_BUFFER = 1 << 12;
    private static final int LARGEST_BUFFER = 1 << 30;
    private static final int LARGEST_KEPT_BUFFER = 1 << 20;
    private static final int KEPT_OBJECTS = 1 << 12;
    private static final int ABSENT = Integer.MIN_VALUE;

    private final GraphKryo kryo;
    private final int maxDepth;
    private final @Nullable String[] trail;
    // The number of an object, or its complement while the object cannot be referred to.
    private final IdentityObjectIntMap<Object> numbers = new IdentityObjectIntMap<>();
    private final WrittenObjects objects = new WrittenObjects();
    private Hashing hashing = Hashing.ofWhatIsWritten();
    private Output output = new Output(FIRST_BUFFER, LARGEST_BUFFER);
    private WrittenShapes shapes = new WrittenShapes();
    private int depth;
    private int openRecords;
    private boolean hasCycleInTableInRecord;

    public GraphWriter(GraphKryo kryo, int maxDepth) {
        this.kryo = kryo;
        this.maxDepth = maxDepth;
        this.trail = new String[maxDepth + 1];
    }

    public byte[] encode(Object root) {
        try {
            value(root);
            byte[] bytes = shapes.before(FORMAT, output);
            if (hashing.isTooMuchFor(bytes.length)) {
                throw Refusal.notEncodable(
                        "what is shared in its sets and in the keys of its maps would take too long to"
                                + " hash when it is read");
            }
            if (hasCycleInTableInRecord) {
                requireReadable(bytes);
            }
            return bytes;
        } finally {
            reset();
        }
    }

    /** What no other rule foresees is tried. */
    private void requireReadable(byte[] bytes) {
        Throwable cause = null;
        try {
            if (new GraphReader(kryo, bytes, 2 * maxDepth, false).decodesWhole()) {
                return;
            }
        } catch (RuntimeException | AssertionError unreadable) {
            cause = unreadable;
        }
        throw Refusal.notEncodable(
                "a set or map within a record holds an object that contains the record, and whose hash code or order depends on"
                        + " fields that are read after it: declare those fields before the one with the record",
                cause);
    }

    Output output() {
        return output;
    }

    public void enterRecord() {
        openRecords++;
    }

    public void leaveRecord() {
        openRecords--;
    }

    /**
     * Notes that an element of a hash table or a sorted collection is part of a cycle. A record needs its tables filled before it can be
     * made, and so before an object that contains it has all its fields.
     */
    public void metCycleInTable() {
        hasCycleInTableInRecord |= openRecords > 0;
    }

    public WrittenShapes shapes() {
        return shapes;
    }

    public Hashing hashing() {
        return hashing;
    }

    public void count(int count) {
        output.writeVarInt(count, true);
    }

    /** Notes which field the next value is in, for messages. */
    public void enterField(String name) {
        trail[depth] = name;
    }

    public void value(@Nullable Object value) {
        if (value == null) {
            output.writeByte(NULL);
            return;
        }
        Class<?> type = value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass();
        Registration registration = registration(type);
        Serializer<Object> serializer = serializer(registration);
        if (serializer.isImmutable()) {
            hashing.visit(1);
            output.writeVarInt(registration.getId() + FIRST_TYPE, true);
            body(serializer, value);
        } else if (!wroteEarlier(value)) {
            writeObject(value, registration.getId(), serializer);
        }
    }

    /** Writes which type something is of, without a value of it. */
    public Registration type(Class<?> type) {
        Registration registration = registration(type);
        output.writeVarInt(registration.getId(), true);
        return registration;
    }

    /** Writes which enum something is about, and returns how its constants are written. */
    public EnumSerializer enumSerializer(Class<?> type) {
        return (EnumSerializer) type(type).getSerializer();
    }

    /** Finds the registered enum that has a property. */
    public Class<?> enumThat(Predicate<Class<?>> property) {
        return kryo.enums().stream()
                .filter(property)
                .findFirst()
                .orElseThrow(
                        () -> Refusal.unknownType("the enum of an empty EnumMap is not registered" + whereabouts()));
    }

    private boolean wroteEarlier(Object value) {
        int number = numbers.get(value, ABSENT);
        if (number == ABSENT) {
            return false;
        }
        if (number < 0) {
            throw Refusal.notEncodable("a " + value.getClass().getName() + " contains itself" + whereabouts()
                    + "; records, arrays and optionals cannot be rebuilt then");
        }
        output.writeByte(EARLIER);
        output.writeVarInt(objects.position(number), true);
        hashing.visit(objects.weight(number));
        if (objects.isInCycle(number)) {
            hashing.metOpenObject();
        }
        return true;
    }

    private void writeObject(Object value, int id, Serializer<Object> serializer) {
        if (++depth > maxDepth) {
            throw Refusal.notEncodable("nested deeper than " + maxDepth + " levels" + whereabouts());
        }
        trail[depth] = null;
        GraphSerializer<Object> graph = serializer instanceof GraphSerializer<Object> it ? it : null;
        boolean bornComplete = graph != null && graph.isBornComplete();
        int number = objects.begin(output.position());
        numbers.put(value, bornComplete ? ~number : number);
        output.writeVarInt(id + FIRST_TYPE, true);
        long outside = hashing.enter();
        long met = hashing.openObjectsMet();
        body(serializer, value);
        long weight = hashing.leave(outside, graph != null && graph.hashesContent());
        objects.end(number, weight, hashing.openObjectsMet() != met);
        if (bornComplete) {
            numbers.put(value, number);
        }
        depth--;
    }

    private void body(Serializer<Object> serializer, Object value) {
        if (serializer instanceof GraphSerializer<Object> graph) {
            graph.writeBody(this, value);
        } else {
            serializer.write(kryo, output, value);
        }
    }

    private Registration registration(Class<?> type) {
        Registration registration = kryo.registrationOf(type);
        if (registration == null) {
            throw unregistered(type);
        }
        return registration;
    }

    @SuppressWarnings("unchecked")
    private static Serializer<Object> serializer(Registration registration) {
        return registration.getSerializer();
    }

    private RuntimeException unregistered(Class<?> type) {
        return Refusal.unknownType(type.getName() + " is not registered" + whereabouts()
                + "; if it may be stored, give it an id: KryoCodec.builder().register(id, " + type.getTypeName()
                + ".class)");
    }

    private String whereabouts() {
        StringBuilder path = new StringBuilder();
        for (int level = 0; level <= Math.min(depth, maxDepth); level++) {
            if (trail[level] != null) {
                path.append(path.length() == 0 ? " (in " : ".").append(trail[level]);
            }
        }
        return path.length() == 0 ? "" : path.append(')').toString();
    }

    private void reset() {
        depth = 0;
        openRecords = 0;
        hasCycleInTableInRecord = false;
        numbers.clear(KEPT_OBJECTS);
        objects.clear(KEPT_OBJECTS);
        hashing = Hashing.ofWhatIsWritten();
        shapes = new WrittenShapes();
        output.reset();
        if (output.getBuffer().length > LARGEST_KEPT_BUFFER) {
            output = new Output(FIRST_BUFFER, LARGEST_BUFFER);
        }
    }
}
