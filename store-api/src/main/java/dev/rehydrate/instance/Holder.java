// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import java.util.Map;
import java.util.Objects;

/**
 * Who holds an instance.
 *
 * @param owner the owner
 * @param published what that owner wants others to know (never its unpublished facts); empty if it is not known
 */
public record Holder(OwnerId owner, Map<String, String> published) {

    /** Copies the map. */
    public Holder {
        Objects.requireNonNull(owner, "owner");
        published = Map.copyOf(published);
    }
}
