// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.stranger;

import java.io.Serializable;

/** In place of a value. */
public class ValueA implements Serializable {

    static {
        Initialized.NAMES.add("ValueA");
    }

    private static final long serialVersionUID = 1;
}
