// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import java.util.Comparator;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;

/**
 * What is in order in each partition, in one order. Costs about its length.
 *
 * @param <T> what is in order
 */
final class Merged<T> implements Iterator<Merged.Place<T>> {

    private final PriorityQueue<Run<T>> runs;

    /**
     * One of them.
     *
     * @param part the partition in which it is
     * @param get what it is
     */
    record Place<T>(Share.Part part, T get) {}

    private static final class Run<T> {
        private final Share.Part part;
        private final Iterator<T> rest;
        private T next;

        Run(Share.Part part, Iterator<T> rest) {
            this.part = part;
            this.rest = rest;
            this.next = rest.next();
        }
    }

    Merged(Comparator<T> order) {
        this.runs = new PriorityQueue<>(Comparator.comparing(run -> run.next, order));
    }

    void add(Share.Part part, Iterator<T> inOrder) {
        if (inOrder.hasNext()) {
            runs.add(new Run<>(part, inOrder));
        }
    }

    @Override
    public boolean hasNext() {
        return !runs.isEmpty();
    }

    @Override
    public Place<T> next() {
        Run<T> first = runs.poll();
        if (first == null) {
            throw new NoSuchElementException();
        }
        Place<T> place = new Place<>(first.part, first.next);
        if (first.rest.hasNext()) {
            first.next = first.rest.next();
            runs.add(first);
        }
        return place;
    }
}
