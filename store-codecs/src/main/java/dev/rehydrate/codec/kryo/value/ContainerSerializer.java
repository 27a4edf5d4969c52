// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.value;

import dev.rehydrate.codec.kryo.graph.GraphReader;
import dev.rehydrate.codec.kryo.graph.GraphSerializer;
import dev.rehydrate.codec.kryo.graph.GraphWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Collections and maps: the comparator if it is sorted, how many elements, and the one or two values of each.
 *
 * <p>Kryo's own would allocate the length that the bytes claim, would name references by running numbers, and would insert
 * elements of a cycle before the fields that their hash code needs are there.
 *
 * @param <C> collections or maps
 */
abstract class ContainerSerializer<C> extends GraphSerializer<C> {

    private final Kind<C> kind;
    private final int width;

    /**
     * @param kind the sort of container
     * @param width how many values an element has: one, or two if it is the entry of a map
     */
    ContainerSerializer(Kind<C> kind, int width) {
        this.kind = kind;
        this.width = width;
    }

    enum Order {
        LISTED,
        ALL_AT_ONCE,
        HASHED,
        SORTED
    }

    /**
     * One sort of container.
     *
     * @param fresh makes an empty one, given the comparator if it is sorted
     * @param order when elements may be put in
     * @param seal what is handed out in its place; null for a container that is handed out as it is
     */
    record Kind<C>(
            Function<@Nullable Comparator<Object>, C> fresh,
            Order order,
            @Nullable Seal<C> seal) {}

    /**
     * What is handed out in place of a container.
     *
     * @param view is handed out while the container is being filled, if something in it refers to it
     * @param copy is handed out otherwise
     */
    record Seal<C>(UnaryOperator<C> view, UnaryOperator<C> copy) {}

    /** The values of all elements, one after the other, at one moment: a concurrent container may change. */
    abstract @Nullable Object[] values(C container);

    @Nullable
    abstract Object comparator(C sorted);

    abstract void add(C container, @Nullable Object first, @Nullable Object second);

    abstract void addAll(C container, List<Object> values);

    /** Whether each element is found in a container with a hash table or an order. */
    abstract boolean findsAll(C container, List<Object> values);

    @Override
    protected final boolean hashesContent() {
        return true;
    }

    @Override
    protected final void writeBody(GraphWriter writer, C container) {
        if (kind.order == Order.SORTED) {
            writer.value(comparator(container));
        }
        @Nullable Object[] values = values(container);
        writer.count(values.length / width);
        // As in filling: after an element that is part of a cycle, elements go in when the graph is there, and are not
        // charged.
        boolean charged = isHashed();
        for (int i = 0; i < values.length; i++) {
            long before = writer.hashing().weight();
            long met = writer.hashing().openObjectsMet();
            writer.value(values[i]);
            if (charged && i % width == 0) {
                writer.hashing().charge(before);
                charged = writer.hashing().openObjectsMet() == met;
                if (!charged) {
                    writer.metCycleInTable();
                }
            }
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    protected final C readBody(GraphReader reader) {
        C fresh = kind.fresh.apply(kind.order == Order.SORTED ? reader.comparator() : null);
        Seal<C> seal = kind.seal;
        if (seal == null) {
            reader.reference(fresh);
            fill(reader, fresh);
            return fresh;
        }
        reader.referenceOnDemand(() -> seal.view.apply(fresh));
        boolean complete = fill(reader, fresh);
        if (reader.referenced() != null) {
            return (C) reader.referenced();
        }
        return complete ? seal.copy.apply(fresh) : seal.view.apply(fresh);
    }

    @Override
    protected final void skipBody(GraphReader reader) {
        if (kind.order == Order.SORTED) {
            reader.skip();
        }
        reader.skipEach(0, width);
    }

    /** Returns whether all elements are in the container; otherwise the rest comes when the graph is there. */
    private boolean fill(GraphReader reader, C target) {
        int count = reader.input().readCount();
        List<Object> aside = kind.order == Order.ALL_AT_ONCE ? new ArrayList<>() : null;
        for (int i = 0; i < count; i++) {
            long before = reader.hashing().weight();
            long met = reader.hashing().openObjectsMet();
            Object first = reader.value();
            if (aside == null && isHashed()) {
                reader.hashing().charge(before);
                aside = reader.hashing().openObjectsMet() == met ? null : new ArrayList<>();
            }
            Object second = width == 2 ? reader.value() : null;
            put(target, aside, first, second);
        }
        return aside == null || insert(reader, target, aside);
    }

    private boolean isHashed() {
        return kind.order == Order.HASHED || kind.order == Order.SORTED;
    }

    @SuppressWarnings("NullAway") // Whether null may be in it is up to the container.
    private void put(C target, @Nullable List<Object> aside, @Nullable Object first, @Nullable Object second) {
        if (aside == null) {
            add(target, first, second);
            return;
        }
        aside.add(first);
        if (width == 2) {
            aside.add(second);
        }
    }

    private boolean insert(GraphReader reader, C target, List<Object> aside) {
        if (isHashed()) {
            reader.hashing().later(() -> addAll(target, aside), () -> findsAll(target, aside));
            return false;
        }
        addAll(target, aside);
        return true;
    }
}
