// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.stored;

import com.hazelcast.nio.serialization.IdentifiedDataSerializable;

/** What this provider sends or stores: known by a number of its own, and in a format of its own. */
public interface SlotData extends IdentifiedDataSerializable {

    @Override
    default int getFactoryId() {
        return TypeIds.FACTORY;
    }
}
