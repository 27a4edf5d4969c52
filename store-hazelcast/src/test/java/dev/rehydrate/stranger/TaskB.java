// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.stranger;

import java.io.Serializable;
import java.util.concurrent.Callable;

/** Runs on a member. */
public class TaskB implements Callable<Object>, Serializable {

    static {
        Initialized.NAMES.add("TaskB");
    }

    private static final long serialVersionUID = 1;

    @Override
    public Object call() {
        Initialized.NAMES.add("TaskB ran");
        return "ran";
    }
}
