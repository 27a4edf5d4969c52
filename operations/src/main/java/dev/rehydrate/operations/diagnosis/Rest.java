// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.diagnosis;

import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.operations.diagnosis.Finding.Cause;
import java.time.Instant;

/** What is so when nothing is wrong. */
final class Rest {

    private Rest() {}

    static Finding of(Evidence evidence) {
        InstanceHeader header = evidence.instance().inspected().header();
        if (header.state() == InstanceState.COMPLETED) {
            return new Finding(
                    Cause.COMPLETED,
                    "The instance has ended, and was kept with its keys.",
                    "Nothing is to be done; delete it to free its keys.");
        }
        if (header.holder() != null) {
            String who = evidence.owner(header.holder()).map(Words::owner).orElse("owner " + header.holder());
            return new Finding(
                    Cause.HELD,
                    "The instance is held by " + who
                            + ", which lives: it is in memory there, or in the middle of a turn.",
                    "Nothing is to be done; if it hangs, look at that host before you release the instance.");
        }
        Instant due = header.dueAt();
        return due == null
                ? new Finding(Cause.IDLE, "The instance is idle and waits for a message.", "Nothing is to be done.")
                : new Finding(
                        Cause.WAITS_FOR_TIMER,
                        "The instance is idle, and wants to run at " + due + ".",
                        "Nothing is to be done.");
    }
}
