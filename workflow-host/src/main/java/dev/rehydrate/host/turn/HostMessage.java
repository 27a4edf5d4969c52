// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.turn;

/**
 * A message of the host to an instance of its own, such as a mailbox. It always waits for the holder of that instance:
 * whether calls wait for holders is a setting for instances of the application.
 */
public interface HostMessage {

    /** Whether it is worked on before the messages that wait for that instance already. */
    default boolean goesFirst() {
        return false;
    }
}
