// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.engine;

import dev.rehydrate.stability.Stable;
import java.util.Objects;

/**
 * Engine statistics at one moment, as far as the engine knows them locally, without I/O.
 *
 * @param durability what an acknowledged save survives, in the provider's word
 * @param members how many processes keep the data, as seen from here; 0 if none can be seen
 * @param expectedMembers how many there are when all is well; 0 if that is not configured
 * @param queued how many answers and calls wait for a thread in this process
 * @param heapUsed how much of the room for data in this process is used after garbage collection, in percent; -1 if this
 *     process keeps no data or does not watch its heap
 * @param holdCostsCommit whether taking or giving back a hold costs as much as a save, so that hosts do without unless told
 */
@Stable
public record EngineFacts(
        String durability, int members, int expectedMembers, int queued, int heapUsed, boolean holdCostsCommit) {

    /** Checks that nothing is missing. */
    public EngineFacts {
        Objects.requireNonNull(durability, "durability");
    }

    /**
     * Figures of an engine that does not watch its heap.
     *
     * @param durability what an acknowledged save survives, in the provider's word
     * @param members how many processes keep the data, as seen from here; 0 if none can be seen
     * @param expectedMembers how many there are when all is well; 0 if that is not configured
     * @param queued how many answers and calls wait for a thread in this process
     */
    public EngineFacts(String durability, int members, int expectedMembers, int queued) {
        this(durability, members, expectedMembers, queued, -1);
    }

    /**
     * Figures of an engine on which a hold costs little.
     *
     * @param durability what an acknowledged save survives, in the provider's word
     * @param members how many processes keep the data, as seen from here; 0 if none can be seen
     * @param expectedMembers how many there are when all is well; 0 if that is not configured
     * @param queued how many answers and calls wait for a thread in this process
     * @param heapUsed how much of the room for data is used, in percent; -1 if it is not known
     */
    public EngineFacts(String durability, int members, int expectedMembers, int queued, int heapUsed) {
        this(durability, members, expectedMembers, queued, heapUsed, false);
    }
}
