// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.action;

import dev.rehydrate.host.StoredInstance;
import dev.rehydrate.host.UnsentMessage;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.SafeText;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Whether an instance is as an action should have made it.
 *
 * @param holds whether it is
 * @param sentence what was read
 */
record Verification(boolean holds, String sentence) {

    static Verification of(Action action, InstanceSnapshot before, Optional<InstanceSnapshot> after, String reason) {
        if (after.isEmpty()) {
            return new Verification(
                    action == Action.DELETE || action == Action.TERMINATE,
                    "Read afterwards: there is no instance with this id.");
        }
        InstanceSnapshot now = after.get();
        return switch (action) {
            case SUSPEND -> suspended(now.header(), reason);
            case RESUME, RETRY ->
                new Verification(
                        now.header().suspension() == null,
                        now.header().suspension() == null
                                ? "Read afterwards: it is not suspended."
                                : "Read afterwards: it is suspended, since "
                                        + now.header().suspension().since() + ".");
            case TERMINATE -> terminated(now);
            case RELEASE -> released(before.header(), now.header());
            case REDRIVE -> redriven(before, now);
            case DELETE ->
                now.revision().equals(before.revision())
                        ? new Verification(false, "Read afterwards: it is still there, unchanged.")
                        : new Verification(
                                false,
                                "Read afterwards: an instance with this id is there, at revision " + now.revision()
                                        + "; it may have begun anew.");
        };
    }

    private static Verification suspended(InstanceHeader now, String reason) {
        if (now.suspension() == null) {
            return new Verification(false, "Read afterwards: it is not suspended.");
        }
        boolean ours = now.suspension().reason().equals(SafeText.line(reason));
        return new Verification(
                true,
                "Read afterwards: it is suspended since " + now.suspension().since()
                        + (ours ? ", with this reason." : ", with the reason of an earlier suspension."));
    }

    private static Verification terminated(InstanceSnapshot now) {
        if (now.state() == InstanceState.COMPLETED) {
            return new Verification(true, "Read afterwards: it has ended and was kept.");
        }
        StoredInstance stored = StoredInstance.of(now);
        return new Verification(
                stored.isEnding(),
                stored.isEnding()
                        ? "Read afterwards: it takes no more messages, and ends when its "
                                + stored.outbox().size() + " unsent messages are sent."
                        : "Read afterwards: it has not ended.");
    }

    private static Verification released(InstanceHeader before, InstanceHeader now) {
        if (now.holder() == null) {
            return new Verification(true, "Read afterwards: no owner holds it.");
        }
        boolean passedOn = !now.token().equals(before.token());
        return new Verification(
                passedOn,
                passedOn
                        ? "Read afterwards: the former hold is void; owner " + now.holder() + " has taken it since."
                        : "Read afterwards: owner " + now.holder() + " still holds it.");
    }

    private static Verification redriven(InstanceSnapshot before, InstanceSnapshot now) {
        Set<Object> left = dead(now);
        left.retainAll(dead(before));
        return new Verification(
                left.isEmpty(),
                left.isEmpty()
                        ? "Read afterwards: none of its sent messages is a dead letter any more."
                        : "Read afterwards: " + left.size() + " of its sent messages are still dead letters.");
    }

    private static Set<Object> dead(InstanceSnapshot snapshot) {
        return StoredInstance.of(snapshot).outbox().stream()
                .filter(UnsentMessage::isDead)
                .map(UnsentMessage::id)
                .collect(Collectors.toSet());
    }
}
