// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.stored;

import com.hazelcast.config.GlobalSerializerConfig;
import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import com.hazelcast.nio.serialization.StreamSerializer;

/** Stands where the engine would look for a way to write any object there is. */
public final class OtherTypesRefused implements StreamSerializer<Object> {

    private static final int TYPE_ID = 0x5249;

    private OtherTypesRefused() {}

    /** Leaves Java serialization to the filter: members report failures to each other that way. */
    public static GlobalSerializerConfig onMembers() {
        return new GlobalSerializerConfig().setImplementation(new OtherTypesRefused());
    }

    /** Takes the place of Java serialization too: a client has nothing to say in it. */
    public static GlobalSerializerConfig onClients() {
        return onMembers().setOverrideJavaSerialization(true);
    }

    @Override
    public int getTypeId() {
        return TYPE_ID;
    }

    @Override
    public void write(ObjectDataOutput out, Object object) {
        throw new HazelcastSerializationException(
                "a cluster of Rehydrate keeps no " + object.getClass().getName());
    }

    @Override
    public Object read(ObjectDataInput in) {
        throw new HazelcastSerializationException("a cluster of Rehydrate has never written this");
    }
}
