// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.stranger;

import java.io.Externalizable;
import java.io.ObjectInput;
import java.io.ObjectOutput;

/** Reads itself. */
public class ExternalB implements Externalizable {

    static {
        Initialized.NAMES.add("ExternalB");
    }

    @Override
    public void writeExternal(ObjectOutput out) {}

    @Override
    public void readExternal(ObjectInput in) {}
}
