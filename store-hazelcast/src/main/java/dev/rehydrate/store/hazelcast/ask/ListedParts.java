// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import dev.rehydrate.store.hazelcast.directory.Listing;
import dev.rehydrate.store.hazelcast.directory.SharedOrders;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The partitions of a question whose instances are listed in the same orders, among those of other partitions. */
final class ListedParts {

    private final Share share;
    private final SharedOrders orders;

    private ListedParts(Share share, SharedOrders orders) {
        this.share = share;
        this.orders = orders;
    }

    /** {@return all partitions of a question that are listed} */
    static List<ListedParts> of(Share share) {
        return listed(share)
                .map(part -> part.listing().orders())
                .distinct()
                .map(orders -> new ListedParts(share, orders))
                .toList();
    }

    private static Stream<Share.Part> listed(Share share) {
        return share.parts().stream().filter(part -> part.directory() != null);
    }

    SharedOrders orders() {
        return orders;
    }

    /** {@return these partitions} */
    @SuppressWarnings("ReferenceEquality") // Two that have the same in them are two.
    List<Share.Part> parts() {
        return listed(share).filter(part -> part.listing().orders() == orders).toList();
    }

    /**
     * Leaves out what is in an order and not in these partitions.
     *
     * @param order places of the order
     * @param made makes of a place what is needed
     */
    <K, T> Iterator<T> here(Iterator<Map.Entry<K, Listing>> order, BiFunction<Share.Part, K, T> made) {
        return new Here<>(share, order, made);
    }

    private static final class Here<K, T> implements Iterator<T> {

        private final Share share;
        private final Iterator<Map.Entry<K, Listing>> order;
        private final BiFunction<Share.Part, K, T> made;
        private @Nullable T next;

        Here(Share share, Iterator<Map.Entry<K, Listing>> order, BiFunction<Share.Part, K, T> made) {
            this.share = share;
            this.order = order;
            this.made = made;
        }

        @Override
        public boolean hasNext() {
            while (next == null && order.hasNext()) {
                Map.Entry<K, Listing> place = order.next();
                Share.Part part = share.partOf(place.getValue());
                next = part == null ? null : made.apply(part, place.getKey());
            }
            return next != null;
        }

        @Override
        public T next() {
            T found = hasNext() ? next : null;
            if (found == null) {
                throw new NoSuchElementException();
            }
            next = null;
            return found;
        }
    }
}
