// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A bag without values. */
enum EmptyBag implements ValueBag {
    INSTANCE;

    @Override
    public Set<String> names() {
        return Set.of();
    }

    @Override
    public <T> @Nullable T get(String name, Class<T> type) {
        throw new NoSuchElementException("no value '" + name + "': no values were selected");
    }

    @Override
    public Optional<Description> describe(String name) {
        return Optional.empty();
    }

    @Override
    public String toString() {
        return "ValueBag[]";
    }
}
