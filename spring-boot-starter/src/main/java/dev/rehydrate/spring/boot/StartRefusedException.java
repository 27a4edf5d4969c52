// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot;

/** The store or the host cannot be started as the application wants it. Nothing was started. */
public final class StartRefusedException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    private final String action;

    /**
     * Makes one.
     *
     * @param what what is wrong, for people
     * @param action what to do, for people
     * @param cause what said so
     */
    StartRefusedException(String what, String action, Throwable cause) {
        super(what, cause);
        this.action = action;
    }

    /** As the other, where the start itself has found out. */
    StartRefusedException(String what, String action) {
        super(what);
        this.action = action;
    }

    /** {@return what to do, for people} */
    public String action() {
        return action;
    }
}
