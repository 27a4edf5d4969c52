// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.ask;

import java.util.Comparator;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;

/**
 * What is in order in each of some places, in one order. Costs about its length.
 *
 * @param <T> what is in order
 */
final class Merged<T> implements Iterator<T> {

    private final PriorityQueue<Run<T>> runs;

    private static final class Run<T> {
        private final Iterator<T> rest;
        private T next;

        Run(Iterator<T> rest) {
            this.rest = rest;
            this.next = rest.next();
        }
    }

    Merged(Comparator<T> order) {
        this.runs = new PriorityQueue<>(Comparator.comparing(run -> run.next, order));
    }

    void add(Iterator<T> inOrder) {
        if (inOrder.hasNext()) {
            runs.add(new Run<>(inOrder));
        }
    }

    @Override
    public boolean hasNext() {
        return !runs.isEmpty();
    }

    @Override
    public T next() {
        Run<T> first = runs.poll();
        if (first == null) {
            throw new NoSuchElementException();
        }
        T next = first.next;
        if (first.rest.hasNext()) {
            first.next = first.rest.next();
            runs.add(first);
        }
        return next;
    }
}
