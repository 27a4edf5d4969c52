// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.ValueBag;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The state as one value. */
record SingleValue<S>(Class<S> type) implements StateMapping<S> {

    private static final String NAME = "state";

    SingleValue {
        Objects.requireNonNull(type, "type");
    }

    @Override
    public Map<String, InstanceValue> toValues(S state) {
        return Map.of(NAME, InstanceValue.of(state, type));
    }

    @Override
    public Set<Class<?>> valueTypes() {
        return Set.of(type);
    }

    @Override
    public S fromValues(ValueBag values) {
        return Objects.requireNonNull(values.get(NAME, type), "the stored state is null");
    }
}
