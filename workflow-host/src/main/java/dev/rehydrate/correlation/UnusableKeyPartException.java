// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.correlation;

/** A part of a message that says which instance it is for cannot be used. Nothing was done: correct the part. */
public final class UnusableKeyPartException extends CorrelationException {

    private static final long serialVersionUID = 1;

    private final String part;

    /**
     * Describes the part; its value is not repeated.
     *
     * @param scope the scope of the correlation
     * @param part the name of the part
     * @param what what is wrong with it
     */
    public UnusableKeyPartException(String scope, String part, String what) {
        super("a message for '" + scope + "' cannot be correlated: its " + part + " " + what);
        this.part = part;
    }

    /** {@return the name of the part} */
    public String part() {
        return part;
    }
}
