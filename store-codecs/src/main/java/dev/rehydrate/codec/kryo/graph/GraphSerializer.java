// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.graph;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

/**
 * A serializer of something that holds other values. Instances have no state and are shared by all threads. It is registered
 * with Kryo and never called by it: {@link GraphWriter} and {@link GraphReader} do that.
 *
 * @param <T> what it writes and reads
 */
public abstract class GraphSerializer<T> extends Serializer<T> {

    protected abstract void writeBody(GraphWriter writer, T value);

    /** Reads what {@link #writeBody} wrote. */
    protected abstract T readBody(GraphReader reader);

    /** Passes over what {@link #writeBody} wrote without making anything of it. Types with a shape are passed over by that. */
    protected void skipBody(GraphReader reader) {
        throw Refusal.damaged("the description of a type is missing");
    }

    /** Tells whether the object comes to be only after everything in it, so that nothing in it can refer back to it. */
    protected boolean isBornComplete() {
        return false;
    }

    /** Tells whether {@code hashCode} visits everything in the object. */
    protected boolean hashesContent() {
        return false;
    }

    @Override
    public final void write(Kryo kryo, Output output, T value) {
        throw new UnsupportedOperationException("a graph is written by its GraphWriter");
    }

    @Override
    public final T read(Kryo kryo, Input input, Class<? extends T> type) {
        throw new UnsupportedOperationException("a graph is read by its GraphReader");
    }
}
