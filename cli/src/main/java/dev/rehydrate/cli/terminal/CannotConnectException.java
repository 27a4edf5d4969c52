// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.terminal;

/** No store could be opened. The message says where, why and what to check. */
public final class CannotConnectException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /**
     * Makes the exception.
     *
     * @param message for people
     * @param cause what the provider threw
     */
    public CannotConnectException(String message, Throwable cause) {
        super(message, cause);
    }
}
