// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import dev.rehydrate.instance.InstanceKey;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** One of many instances, another one each time. */
@State(Scope.Thread)
public class ManyResidents extends Fixture {

    /** How many there are, whom {@link Residents} has created. */
    @Param("1")
    public int count;

    private final SplittableRandom draw = new SplittableRandom(1);

    /** For JMH. */
    public ManyResidents() {}

    InstanceKey anyKey() {
        return Residents.homeKey(draw.nextInt(count));
    }
}
