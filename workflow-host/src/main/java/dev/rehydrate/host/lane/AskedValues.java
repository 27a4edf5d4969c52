// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

import dev.rehydrate.instance.ValueBag;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values of an instance, which remember what they were asked for. A value that a definition never asks for is of another
 * release that has one more: a save must leave it as it is.
 */
final class AskedValues implements ValueBag {

    private final ValueBag values;
    private final Set<String> asked = new HashSet<>();

    AskedValues(ValueBag values) {
        this.values = values;
    }

    /** {@return the names of the values that are known to the one who asked} */
    Set<String> known() {
        return asked;
    }

    /** A reader of all names decides by itself what it keeps. */
    @Override
    public Set<String> names() {
        asked.addAll(values.names());
        return values.names();
    }

    @Override
    public <T> @Nullable T get(String name, Class<T> type) {
        asked.add(name);
        return values.get(name, type);
    }

    @Override
    public <T> Optional<T> find(String name, Class<T> type) {
        asked.add(name);
        return values.find(name, type);
    }

    @Override
    public Optional<Description> describe(String name) {
        asked.add(name);
        return values.describe(name);
    }
}
