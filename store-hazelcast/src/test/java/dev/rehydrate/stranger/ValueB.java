// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.stranger;

import java.io.Serializable;

/** In place of a value. */
public class ValueB implements Serializable {

    static {
        Initialized.NAMES.add("ValueB");
    }

    private static final long serialVersionUID = 1;
}
