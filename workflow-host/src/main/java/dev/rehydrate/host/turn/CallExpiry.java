// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.turn;

import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.host.CallOutcome;
import dev.rehydrate.host.DeadlinePassedException;
import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.host.owner.LiveOwner;
import dev.rehydrate.host.owner.OwnerLease;
import dev.rehydrate.instance.Holder;
import dev.rehydrate.instance.OwnerId;
import java.util.Optional;

/** Answers calls whose deadline has passed. */
record CallExpiry(HostSettings settings, OwnerLease owners) {

    /** Answers a call that still waits; does nothing for one that is worked on. */
    <R> void expire(Call<?, ?, R> call) {
        if (!call.begin()) {
            return;
        }
        Optional<OwnerId> own = owners.present().map(LiveOwner::id);
        if (own.isPresent()) {
            Holder self = new Holder(own.get(), settings.description().published());
            call.answer().complete(new CallOutcome.Busy<>(call.named(), call.asked(), self));
        } else {
            call.answer()
                    .completeExceptionally(new DeadlinePassedException(
                            call.operation().name(), call.named(), call.keyText(), "while the host had no lease"));
        }
    }

    /** Answers a call whose turn takes longer than its deadline: the turn goes on, and its caller does not wait for it. */
    static void giveUp(Call<?, ?, ?> call) {
        if (call.answer().isDone()) {
            return;
        }
        call.answer()
                .completeExceptionally(
                        call.forbidChange()
                                ? new DeadlinePassedException(
                                        call.operation().name(), call.named(), call.keyText(), "while the turn ran")
                                : new OutcomeUnknownException(
                                        "the deadline passed while the turn of "
                                                + call.operation().name() + " was being saved",
                                        call.subject(),
                                        null));
    }
}
