// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo.value;

import dev.rehydrate.codec.kryo.graph.GraphReader;
import dev.rehydrate.codec.kryo.graph.GraphSerializer;
import dev.rehydrate.codec.kryo.graph.GraphWriter;
import java.util.Optional;

/** An optional: its value, or null. Kryo's own would read the value by Kryo's running references. */
final class OptionalSerializer extends GraphSerializer<Optional<?>> {

    @Override
    protected boolean isBornComplete() {
        return true;
    }

    @Override
    protected boolean hashesContent() {
        return true;
    }

    @Override
    protected void writeBody(GraphWriter writer, Optional<?> optional) {
        writer.value(optional.orElse(null));
    }

    @Override
    protected Optional<?> readBody(GraphReader reader) {
        return Optional.ofNullable(reader.value());
    }

    @Override
    protected void skipBody(GraphReader reader) {
        reader.skip();
    }
}
