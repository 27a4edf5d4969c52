// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.value;

import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** Lists, sets and queues. */
final class CollectionSerializer extends ContainerSerializer<Collection<Object>> {

    CollectionSerializer(Kind<Collection<Object>> kind) {
        super(kind, 1);
    }

    @Override
    @Nullable
    Object[] values(Collection<Object> collection) {
        return collection.toArray();
    }

    @Override
    @Nullable
    Object comparator(Collection<Object> sorted) {
        return ((SortedSet<?>) sorted).comparator();
    }

    @Override
    @SuppressWarnings("NullAway") // Whether null may be in it is up to the collection.
    void add(Collection<Object> collection, @Nullable Object element, @Nullable Object unused) {
        collection.add(element);
    }

    @Override
    void addAll(Collection<Object> collection, List<Object> elements) {
        collection.addAll(elements);
    }

    @Override
    boolean findsAll(Collection<Object> collection, List<Object> elements) {
        return collection.containsAll(elements);
    }
}
