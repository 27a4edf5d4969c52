// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.graph;

import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueCodingException.Reason;
import dev.rehydrate.codec.kryo.graph.Slots.Slot;
import dev.rehydrate.codec.kryo.graph.StoredShapes.Shape;
import java.util.Comparator;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads one graph of objects that {@link GraphWriter} wrote, perhaps with other versions of the classes.
 *
 * <p>An object within a field that was passed over is read out of turn, from where it stands, when something refers to it.
 */
public final class GraphReader {

    private final GraphKryo kryo;
    private final GuardedInput input;
    private final int maxDepth;
    private final boolean older;
    private final Slots slots = new Slots();
    private final Hashing hashing;
    private final Skipper skipper;
    private @Nullable StoredShapes shapes;
    private @Nullable Slot current;
    private int root;
    private int depth;

    /**
     * A reader of one value.
     *
     * @param older whether it was written under an older schema version, so that what is unknown here was removed since
     */
    public GraphReader(GraphKryo kryo, byte[] bytes, int maxDepth, boolean older) {
        this.kryo = kryo;
        this.older = older;
        this.input = new GuardedInput(bytes);
        this.maxDepth = maxDepth;
        this.hashing = Hashing.of(bytes.length);
        this.skipper = new Skipper(this);
    }

    @Nullable
    public Object decode() {
        requireFormat(input.readByteUnsigned());
        shapes = StoredShapes.read(input, older);
        root = input.position();
        Object value = value();
        if (!input.isAtEnd()) {
            throw Refusal.damaged("there are bytes after the value");
        }
        hashing.finish();
        return value;
    }

    /** Decodes, and tells whether each table finds what is in it. */
    boolean decodesWhole() {
        return decode() != null && hashing.findsAllThatWasEarly();
    }

    private static void requireFormat(int format) {
        if (format > GraphWriter.FORMAT) {
            throw new ValueCodingException(
                    Reason.NEWER_VERSION,
                    "written in format " + format + " of this codec; this version reads up to " + GraphWriter.FORMAT);
        }
        if (format != GraphWriter.FORMAT) {
            throw Refusal.damaged("not in the format of this codec");
        }
    }

    public GuardedInput input() {
        return input;
    }

    public Hashing hashing() {
        return hashing;
    }

    public StoredShapes shapes() {
        if (shapes == null) {
            throw new IllegalStateException("the shapes were not read yet");
        }
        return shapes;
    }

    /** Makes the object that is being read known to what it contains. */
    public void reference(Object value) {
        if (current != null) {
            current.value = value;
        }
    }

    /** Says how to make the object that is being read known to what it contains, in case that refers to it. */
    public void referenceOnDemand(Supplier<?> early) {
        if (current != null) {
            current.early = early;
        }
    }

    /** {@return the object that is being read as it is known to what it contains, or null if nothing asked for it} */
    @Nullable
    public Object referenced() {
        return current == null ? null : current.value;
    }

    @Nullable
    public Object value() {
        int position = position();
        int number = input.readVarInt(true);
        return switch (number) {
            case GraphWriter.NULL -> null;
            case GraphWriter.EARLIER -> earlier(input.readVarInt(true));
            default -> typed(position, registration(number - GraphWriter.FIRST_TYPE));
        };
    }

    @SuppressWarnings("unchecked")
    @Nullable
    public Comparator<Object> comparator() {
        Object value = value();
        if (value != null && !(value instanceof Comparator)) {
            throw Refusal.damaged("a sorted collection without its comparator");
        }
        return (Comparator<Object>) value;
    }

    /** Reads which type something is of. */
    public Registration type() {
        return registration(input.readVarInt(true));
    }

    /** Reads which enum something is about. */
    public EnumSerializer enumSerializer() {
        if (type().getSerializer() instanceof EnumSerializer constants) {
            return constants;
        }
        throw Refusal.damaged("constants of something that is not an enum");
    }

    // Few and small frames from one level of a value to the next: they are what bounds the depth.
    private Object typed(int position, Registration registration) {
        Serializer<?> serializer = registration.getSerializer();
        if (serializer.isImmutable()) {
            hashing.visit(1);
            return leaf(registration);
        }
        Slot slot = slots.at(position);
        if (slot.value != null) {
            // It was read out of turn.
            input.setPosition(slot.end);
            return known(slot, slot.value);
        }
        Slot outer = open(slot);
        long outside = hashing.enter();
        long met = hashing.openObjectsMet();
        boolean deep = serializer instanceof GraphSerializer<?> graph && graph.hashesContent();
        slot.value = leaf(registration);
        slot.weight = hashing.leave(outside, deep);
        slot.metOpenObject = hashing.openObjectsMet() != met;
        close(slot, outer);
        return slot.value;
    }

    private @Nullable Slot open(Slot slot) {
        descend();
        Slot outer = current;
        current = slot;
        slot.isOpen = true;
        return outer;
    }

    private void close(Slot slot, @Nullable Slot outer) {
        slot.isOpen = false;
        slot.early = null;
        slot.end = input.position();
        current = outer;
        ascend();
    }

    @SuppressWarnings("unchecked")
    Object leaf(Registration registration) {
        Serializer<?> serializer = registration.getSerializer();
        Object value = serializer instanceof GraphSerializer<?> graph
                ? graph.readBody(this)
                : registration.getSerializer().read(kryo, input, registration.getType());
        if (value == null) {
            throw Refusal.damaged("a value is missing");
        }
        return value;
    }

    private @Nullable Object earlier(int position) {
        Slot slot = slots.find(position);
        if (slot == null) {
            throw Refusal.damaged("a reference leads nowhere");
        }
        if (slot.value == null && slot.early != null) {
            slot.value = slot.early.get();
        }
        if (slot.value != null) {
            return known(slot, slot.value);
        }
        if (slot.isOpen) {
            throw Refusal.damaged("an object refers to itself before it can exist");
        }
        int back = input.position();
        input.setPosition(root + position);
        Object value = value();
        input.setPosition(back);
        return value;
    }

    private Object known(Slot slot, Object value) {
        hashing.visit(slot.weight);
        if (slot.isOpen || slot.metOpenObject) {
            hashing.metOpenObject();
        }
        return value;
    }

    /** Passes over one value. */
    public void skip() {
        skipper.skip();
    }

    /** Passes over a count and as many elements, each of some numbers and some values. */
    public void skipEach(int numbers, int values) {
        int count = input.readCount();
        for (int i = 0; i < count; i++) {
            skipNumbers(numbers);
            for (int value = 0; value < values; value++) {
                skip();
            }
        }
    }

    public void skipNumbers(int numbers) {
        for (int i = 0; i < numbers; i++) {
            input.readVarInt(true);
        }
    }

    void descend() {
        if (++depth > maxDepth) {
            throw Refusal.damaged("nested deeper than " + maxDepth + " levels");
        }
    }

    void ascend() {
        depth--;
    }

    Slots slots() {
        return slots;
    }

    /** {@return where the next value begins, counted from the root} */
    int position() {
        return input.position() - root;
    }

    Registration registration(int id) {
        Registration registration = kryo.getRegistration(id);
        if (registration == null) {
            throw unknown(id);
        }
        return registration;
    }

    private RuntimeException unknown(int id) {
        Shape shape = shapes().find(id);
        if (shape == null) {
            return Refusal.damaged("there is no type of number " + id);
        }
        String missing = "no class is registered under id " + (id - GraphKryo.FIRST_APPLICATION_ID) + ", which was "
                + Refusal.printable(shape.className) + " when the value was written";
        return shape.isOlder
                ? Refusal.unknownType(missing)
                : Refusal.newerVersion("an object of a class without registration (" + missing + ")");
    }
}
