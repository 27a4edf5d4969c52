// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.peer;

import java.util.UUID;

/**
 * What a caller has of an instance after a create, a load or a save.
 *
 * @param id its id; its key is {@linkplain #key() made of it}
 * @param version what a save must name so that it is refused if the instance has changed; each peer has its own
 * @param state the payload; never changed
 */
@SuppressWarnings("ArrayRecordComponent")
public record Document(UUID id, Object version, byte[] state) {

    /** {@return the business key of the instance} */
    public UUID key() {
        return keyOf(id);
    }

    static UUID keyOf(UUID id) {
        return new UUID(id.getLeastSignificantBits(), id.getMostSignificantBits());
    }
}
