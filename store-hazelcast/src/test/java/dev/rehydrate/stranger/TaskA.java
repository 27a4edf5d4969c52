// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.stranger;

import java.io.Serializable;
import java.util.concurrent.Callable;

/** Runs on a member. */
public class TaskA implements Callable<Object>, Serializable {

    static {
        Initialized.NAMES.add("TaskA");
    }

    private static final long serialVersionUID = 1;

    @Override
    public Object call() {
        Initialized.NAMES.add("TaskA ran");
        return "ran";
    }
}
