// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.correlation;

import dev.rehydrate.instance.InstanceId;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The message carries the id of its instance. */
record ContextCorrelation<M>(Function<? super M, @Nullable InstanceId> id) implements Correlation<M> {

    ContextCorrelation {
        Objects.requireNonNull(id, "id");
    }

    @Override
    public Destination destinationOf(M message) {
        InstanceId carried = id.apply(message);
        return carried == null ? new Destination.Unaddressed() : new Destination.ById(carried);
    }
}
