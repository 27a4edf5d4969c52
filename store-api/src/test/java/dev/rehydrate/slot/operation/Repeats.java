// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.change.IdleTtlChange;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.decision.CommitAnswer;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.decision.LoadGrant;
import dev.rehydrate.slot.decision.Refusal;
import java.util.Objects;
import java.util.Optional;

/** What counts as the same answer to the same command. */
final class Repeats {

    private Repeats() {}

    static boolean isRemembered(SlotOperation<?> operation, Slot slot) {
        return idOf(operation).flatMap(slot::recall).isPresent();
    }

    static boolean mayBeForgotten(SlotOperation<?> operation, Slot slot) {
        return idOf(operation).filter(slot::mayHaveForgotten).isPresent();
    }

    static boolean isSequenced(SlotOperation<?> operation) {
        return idOf(operation).filter(CommandId::isSequenced).isPresent();
    }

    /** Whether a command that was carried out and is not remembered any more is neither carried out again nor denied. */
    static boolean isLeftOpen(SlotOperation<?> operation, Decision.Write<?> first, Decision<?> again) {
        if (again instanceof Decision.Refuse<?> refused && refused.refusal() instanceof Refusal.TooLateToTell) {
            return true;
        }
        // To take a hold or to begin the idle time again is no harm, and may say what is there now.
        boolean harmless = first.answer() instanceof LoadGrant
                || (operation instanceof ExtendIdleTime touch && touch.idleTtl() instanceof IdleTtlChange.Keep);
        return harmless && (again instanceof Decision.Refuse<?> || again instanceof Decision.Write<?>);
    }

    private static Optional<CommandId> idOf(SlotOperation<?> operation) {
        if (operation instanceof CommitInstance commit) {
            return Optional.of(commit.id());
        }
        if (operation instanceof AcquireInstance acquire) {
            return Optional.of(acquire.id());
        }
        if (operation instanceof ReleaseHold release) {
            return Optional.of(release.id());
        }
        if (operation instanceof RevokeHold revoke) {
            return Optional.of(revoke.id());
        }
        if (operation instanceof ExtendIdleTime extend) {
            return Optional.of(extend.id());
        }
        return operation instanceof ControlInstance control ? Optional.of(control.id()) : Optional.empty();
    }

    /** Whether an answer is the same again; a hold that does not stand any more is lost instead. */
    static boolean isSame(Decision.Write<?> first, Decision<?> again, Slot present) {
        if (first.answer() instanceof LoadGrant granted) {
            return stands(granted, present)
                    ? answer(again) instanceof LoadGrant now && now.record().equals(present.instance())
                    : isLost(again);
        }
        if (first.answer() instanceof CommitAnswer committed) {
            return answer(again) instanceof CommitAnswer now && now.receipt().equals(committed.receipt());
        }
        return again instanceof Decision.Keep;
    }

    private static boolean stands(LoadGrant granted, Slot present) {
        InstanceRecord record = present.instance();
        return record != null
                && Hold.of(record).equals(Hold.of(granted.record()))
                && Objects.equals(
                        record.header().holder(), granted.record().header().holder());
    }

    private static boolean isLost(Decision<?> decision) {
        return decision instanceof Decision.Refuse<?> refused && refused.refusal() instanceof Refusal.HoldLost;
    }

    private static Object answer(Decision<?> decision) {
        return decision instanceof Decision.Keep<?> keep ? keep.answer() : "not kept";
    }
}
