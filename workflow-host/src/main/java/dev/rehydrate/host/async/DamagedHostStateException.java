// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.async;

/** What a host has stored with an instance beside its state is damaged, so that no release can read it. */
public final class DamagedHostStateException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    public DamagedHostStateException(String message) {
        super(message);
    }
}
