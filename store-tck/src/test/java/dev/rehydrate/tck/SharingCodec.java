// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import dev.rehydrate.codec.ValueCodec;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** A codec that keeps the very objects it is given, and hands them out again. */
final class SharingCodec implements ValueCodec {

    private static final Map<String, Object> OBJECTS = new ConcurrentHashMap<>();

    @Override
    public String id() {
        return "sharing";
    }

    @Override
    public int schemaVersion() {
        return 1;
    }

    @Override
    public byte[] encode(Object value) {
        String name = Integer.toString(OBJECTS.size());
        OBJECTS.put(name, value);
        return name.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public <T> T decode(byte[] bytes, Class<T> type, int writtenVersion) {
        return type.cast(Objects.requireNonNull(OBJECTS.get(new String(bytes, StandardCharsets.UTF_8))));
    }
}
