// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.SafeText;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Names of metadata that hosts keep with instances. */
public final class MetadataNames {

    /** Why the instance has failed, as text; there only if it has. */
    public static final String FAILURE = "rehydrate.failure";

    /** How and why an instance that was kept was ended by an administrator, as text. */
    public static final String ENDED = "rehydrate.ended";

    private MetadataNames() {}

    /** Adds the reason of a failure, if there is one. */
    public static ValueDelta<InstanceValue> withFailure(ValueDelta<InstanceValue> metadata, @Nullable String failure) {
        if (failure == null) {
            return metadata;
        }
        Map<String, InstanceValue> put = new HashMap<>(metadata.put());
        put.put(FAILURE, InstanceValue.of(SafeText.line(failure)));
        return new ValueDelta<>(put, metadata.remove());
    }
}
