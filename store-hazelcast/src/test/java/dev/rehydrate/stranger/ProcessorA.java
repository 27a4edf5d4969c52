// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.stranger;

import com.hazelcast.map.EntryProcessor;
import java.util.Map;

/** Runs where the instances are. */
public class ProcessorA implements EntryProcessor<Object, Object, Object> {

    static {
        Initialized.NAMES.add("ProcessorA");
    }

    private static final long serialVersionUID = 1;

    @Override
    public Object process(Map.Entry<Object, Object> entry) {
        Initialized.NAMES.add("ProcessorA ran");
        return "ran";
    }
}
