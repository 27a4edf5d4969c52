// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.correlation;

import dev.rehydrate.instance.SafeText;

/** A message cannot be brought to an instance because of what it says. Nothing was done for it. */
public abstract sealed class CorrelationException extends RuntimeException
        permits KeyTextMismatchException, MissingKeyPartsException, UnusableKeyPartException {

    private static final long serialVersionUID = 1;

    CorrelationException(String what) {
        super(SafeText.line(what));
    }
}
