// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.stranger;

import java.io.Externalizable;
import java.io.ObjectInput;
import java.io.ObjectOutput;

/** Reads itself. */
public class ExternalA implements Externalizable {

    static {
        Initialized.NAMES.add("ExternalA");
    }

    @Override
    public void writeExternal(ObjectOutput out) {}

    @Override
    public void readExternal(ObjectInput in) {}
}
