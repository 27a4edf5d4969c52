// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.heap;

/** Where a member learns how its heap is. */
public interface HeapSource extends AutoCloseable {

    /** Is told of collections. */
    @FunctionalInterface
    interface Listener {
        /**
         * A collection has ended.
         *
         * @param used how many bytes of the heap are used after it
         * @param whole whether it looked at all objects, so that none of these bytes is garbage
         */
        void collected(long used, boolean whole);
    }

    /** {@return how many bytes of objects that stay there is room for} */
    long capacity();

    /** Sets what to tell; called once. */
    void onCollection(Listener listener);

    /** Asks for a collection of the whole heap; may wait for it. */
    void collect();

    @Override
    void close();
}
