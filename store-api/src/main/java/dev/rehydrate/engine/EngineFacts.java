// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.engine;

import java.util.Objects;

/**
 * The figures of an engine at one moment, as far as it knows them without asking anybody.
 *
 * @param durability what an acknowledged save survives, in the provider's word
 * @param members how many processes keep the data, as seen from here; 0 if none can be seen
 * @param expectedMembers how many there are when all is well; 0 if nobody has said so
 * @param queued how many answers and calls wait for a thread in this process
 */
public record EngineFacts(String durability, int members, int expectedMembers, int queued) {

    /** Checks that nothing is missing. */
    public EngineFacts {
        Objects.requireNonNull(durability, "durability");
    }
}
