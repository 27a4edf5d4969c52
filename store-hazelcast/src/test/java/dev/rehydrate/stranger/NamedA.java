// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.stranger;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.DataSerializable;

/** Made by name, before any filter looks. */
public class NamedA implements DataSerializable {

    static {
        Initialized.NAMES.add("NamedA");
    }

    @Override
    public void writeData(ObjectDataOutput out) {}

    @Override
    public void readData(ObjectDataInput in) {}
}
