// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.state;

import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.ValueBag;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The instance has ended, and is completed when the last messages of its outbox are sent.
 *
 * @param action what stays of it, or null for what the owner's description says
 */
public record PendingCompletion(@Nullable CompletionAction action) {

    static final String NAME = "rehydrate.ending";

    private static final String AS_OWNER_SAYS = "owner";

    static @Nullable PendingCompletion find(ValueBag metadata) {
        String text = metadata.find(NAME, String.class).orElse(null);
        if (text == null) {
            return null;
        }
        return new PendingCompletion(
                text.equals(AS_OWNER_SAYS) ? null : CompletionAction.valueOf(text.toUpperCase(Locale.ROOT)));
    }

    InstanceValue value() {
        return InstanceValue.of(action == null ? AS_OWNER_SAYS : action.name().toLowerCase(Locale.ROOT));
    }
}
