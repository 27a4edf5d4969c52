// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.peer;

import java.util.UUID;

/**
 * Instances with a key each, kept somewhere. Every peer does the same checked work: a create is refused if the id or the key is
 * taken, a save and an end are refused if the instance is no longer as the caller has seen it, and a load by key finds the
 * instance by something that is not its id. A refusal ends the run. Where a peer checks less, its class says so.
 */
public interface Documents {

    /**
     * Creates an instance with its key.
     *
     * @param id the id
     * @param state the payload
     * @return what was created
     */
    Document create(UUID id, byte[] state);

    /**
     * Loads an instance.
     *
     * @param id its id
     * @return the instance
     */
    Document load(UUID id);

    /**
     * Loads an instance by its key.
     *
     * @param id of which instance; the peer is asked for its key
     * @return the instance
     */
    Document loadByKey(UUID id);

    /**
     * Saves an instance that is as the caller has seen it.
     *
     * @param seen what was seen
     * @param state the new payload
     * @return what is stored now
     */
    Document save(Document seen, byte[] state);

    /**
     * Ends an instance that is as the caller has seen it; its key is free again.
     *
     * @param seen what was seen
     */
    void complete(Document seen);

    /**
     * Fails the run.
     *
     * @param taken whether a change was accepted
     * @param id of which instance
     */
    static void require(boolean taken, UUID id) {
        if (!taken) {
            throw new IllegalStateException("instance " + id + " is not as its only caller has left it");
        }
    }
}
