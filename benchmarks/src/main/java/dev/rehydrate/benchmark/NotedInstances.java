// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.instance.InstanceValue;
import java.util.Map;
import java.util.Random;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Held instances with a small value beside the payload, which alone is saved. */
@State(Scope.Thread)
public class NotedInstances extends HeldInstances {

    private static final int NOTE_BYTES = 1024;

    private final byte[] note = new byte[NOTE_BYTES];

    /** For JMH. */
    public NotedInstances() {
        new Random(1).nextBytes(note);
    }

    InstanceChanges<InstanceValue> delta() {
        return InstanceChanges.builder()
                .changeData(ValueDelta.putting(Map.of("note", InstanceValue.of(note))))
                .build();
    }
}
