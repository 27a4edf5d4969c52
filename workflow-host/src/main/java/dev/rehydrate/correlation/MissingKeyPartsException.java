// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.correlation;

import java.util.List;

/** A message has none of the parts that say which instance it is for. Nothing was done for it: send it with one of them. */
public final class MissingKeyPartsException extends CorrelationException {

    private static final long serialVersionUID = 1;

    private final transient List<String> missing;

    /**
     * Describes the message.
     *
     * @param scope the scope of the correlation
     * @param missing the names of the parts
     */
    public MissingKeyPartsException(String scope, List<String> missing) {
        super("the message does not say which instance of '" + scope + "' it is for: missing or empty: "
                + String.join(", ", missing));
        this.missing = List.copyOf(missing);
    }

    /** {@return the names of the parts that are missing or empty} */
    public List<String> missing() {
        return missing;
    }
}
