// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.codec.kryo;

import java.util.Optional;

/** An optional: its value, or null. Kryo's own would read the value by Kryo's running references. */
final class OptionalSerializer extends GraphSerializer<Optional<?>> {

    @Override
    boolean isBornComplete() {
        return true;
    }

    @Override
    boolean hashesContent() {
        return true;
    }

    @Override
    void writeBody(GraphWriter writer, Optional<?> optional) {
        writer.value(optional.orElse(null));
    }

    @Override
    Optional<?> readBody(GraphReader reader) {
        return Optional.ofNullable(reader.value());
    }

    @Override
    void skipBody(GraphReader reader) {
        reader.skip();
    }
}
