// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Lists, sets and queues: the comparator if it is sorted, how many elements, and each of them. */
final class CollectionSerializer extends GraphSerializer<Collection<Object>> {

    private final Kind kind;

    CollectionSerializer(Kind kind) {
        this.kind = kind;
    }

    enum Order {
        LISTED,
        ALL_AT_ONCE,
        HASHED,
        SORTED
    }

    /**
     * One sort of collection.
     *
     * @param fresh makes an empty one, given the comparator if it is sorted
     * @param order when elements may be put in
     * @param seal what is handed out in its place; null for a collection that is handed out as it is
     */
    record Kind(
            Function<@Nullable Comparator<Object>, Collection<Object>> fresh,
            Order order,
            @Nullable Seal seal) {}

    /**
     * What is handed out in place of a collection.
     *
     * @param view is handed out while the collection is being filled, if something in it refers to it
     * @param copy is handed out otherwise
     */
    record Seal(UnaryOperator<Collection<Object>> view, UnaryOperator<Collection<Object>> copy) {}

    @Override
    boolean hashesContent() {
        return true;
    }

    @Override
    void writeBody(GraphWriter writer, Collection<Object> collection) {
        if (kind.order == Order.SORTED) {
            writer.value(((SortedSet<?>) collection).comparator());
        }
        // A copy first: a concurrent collection may change between counting and writing.
        Object[] elements = collection.toArray();
        writer.count(elements.length);
        for (Object element : elements) {
            writer.value(element);
        }
    }

    @Override
    Collection<Object> readBody(GraphReader reader) {
        Collection<Object> fresh = kind.fresh.apply(kind.order == Order.SORTED ? reader.comparator() : null);
        if (kind.seal == null) {
            reader.reference(fresh);
            fill(reader, fresh);
            return fresh;
        }
        return sealed(reader, fresh, kind.seal);
    }

    @SuppressWarnings("unchecked")
    private Collection<Object> sealed(GraphReader reader, Collection<Object> fresh, Seal seal) {
        reader.referenceOnDemand(() -> seal.view.apply(fresh));
        boolean complete = fill(reader, fresh);
        if (reader.referenced() != null) {
            return (Collection<Object>) reader.referenced();
        }
        return complete ? seal.copy.apply(fresh) : seal.view.apply(fresh);
    }

    private boolean fill(GraphReader reader, Collection<Object> target) {
        int count = reader.input().readCount();
        if (kind.order == Order.HASHED || kind.order == Order.SORTED) {
            return insert(reader, target, count);
        }
        Collection<Object> elements = kind.order == Order.LISTED ? target : new ArrayList<>();
        for (int i = 0; i < count; i++) {
            addTo(elements, reader.value());
        }
        if (elements != target) {
            target.addAll(elements);
        }
        return true;
    }

    @Override
    void skipBody(GraphReader reader) {
        if (kind.order == Order.SORTED) {
            reader.skip();
        }
        int count = reader.input().readCount();
        for (int i = 0; i < count; i++) {
            reader.skip();
        }
    }

    /** Returns whether all elements are in the collection; otherwise the rest comes when the graph is there. */
    private static boolean insert(GraphReader reader, Collection<Object> target, int count) {
        Hashing hashing = reader.hashing();
        long met = hashing.openObjectsMet();
        for (int i = 0; i < count; i++) {
            long before = hashing.weight();
            Object element = reader.value();
            hashing.charge(before);
            if (hashing.openObjectsMet() != met) {
                insertLater(reader, target, element, count - i - 1);
                return false;
            }
            addTo(target, element);
        }
        return true;
    }

    private static void insertLater(GraphReader reader, Collection<Object> target, @Nullable Object first, int more) {
        List<Object> rest = new ArrayList<>();
        addTo(rest, first);
        for (int i = 0; i < more; i++) {
            addTo(rest, reader.value());
        }
        reader.hashing().later(() -> target.addAll(rest));
    }

    @SuppressWarnings("NullAway") // Whether null may be in it is up to the collection.
    private static void addTo(Collection<Object> target, @Nullable Object element) {
        target.add(element);
    }
}
