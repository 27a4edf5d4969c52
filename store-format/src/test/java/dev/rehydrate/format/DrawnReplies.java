// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.command.outcome.SaveReceipt;
import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.CommitAnswer;
import dev.rehydrate.slot.decision.ControlAnswer;
import dev.rehydrate.slot.decision.DecisionEvent;
import dev.rehydrate.slot.decision.LoadGrant;
import dev.rehydrate.slot.decision.Refusal;
import dev.rehydrate.slot.decision.SweepAnswer;
import java.util.Optional;
import java.util.Set;

/** Draws what comes back from slots, and owners. */
final class DrawnReplies {

    private final Draw draw;
    private final DrawnSlots slots;

    DrawnReplies(Draw draw) {
        this.draw = draw;
        this.slots = new DrawnSlots(draw);
    }

    Reply<?> reply() {
        return draw.below(3) == 0 ? new Reply.Refused<>(refusal()) : new Reply.Done<>(answer(), events());
    }

    private Set<DecisionEvent> events() {
        return draw.yes() ? Set.of() : draw.set(() -> draw.oneOf(DecisionEvent.class));
    }

    OwnerRecord owner() {
        OwnerDescription description = new OwnerDescription(
                draw.orNull(draw::word),
                draw.filter(),
                draw.oneOf(CompletionAction.class),
                draw.map(draw::text, draw::text),
                draw.map(draw::text, draw::text));
        return new OwnerRecord(draw.owner(), description, draw.duration(), draw.number());
    }

    Announcement announcement() {
        return switch (draw.below(3)) {
            case 0 -> new Announcement.MayRun(draw.instant());
            case 1 -> new Announcement.Wanted(draw.instance());
            default -> new Announcement.Released(draw.instance());
        };
    }

    private Object answer() {
        return switch (draw.below(11)) {
            case 0 -> new LoadGrant(slots.record(), draw.number());
            case 1 -> new CommitAnswer(receipt(), draw.number(), draw.set(draw::key), draw.orNull(draw::instant));
            case 2 -> new ControlAnswer(draw.number(), draw.set(draw::key), draw.orNull(draw::instant));
            case 3 -> slots.slot();
            case 4 -> slots.claim();
            case 5 -> draw.number();
            case 6 -> draw.yes();
            case 7 -> new SweepAnswer(draw.orNull(draw::instance), draw.number(), draw.set(draw::key));
            case 8 -> Optional.ofNullable(draw.orNull(draw::instant));
            case 9 -> draw.some(() -> new SlotAddress(draw.number(), draw.number()));
            default -> new InstancePage(draw.some(this::entry), draw.number(), draw.yes() ? draw.text() : null);
        };
    }

    private InstancePage.Entry entry() {
        return new InstancePage.Entry(slots.header(), draw.map(draw::text, slots::promoted));
    }

    private SaveReceipt receipt() {
        return new SaveReceipt(draw.instance(), draw.revision(), draw.token(), draw.oneOf(InstanceState.class));
    }

    private Refusal refusal() {
        return switch (draw.below(13)) {
            case 0 -> new Refusal.NotFound();
            case 1 -> new Refusal.HeldBy(draw.owner());
            case 2 -> new Refusal.AlreadyMine(draw.hold());
            case 3 -> new Refusal.HoldLost();
            case 4 -> new Refusal.InstanceCompleted(draw.instance());
            case 5 -> new Refusal.KeyCompleted(draw.instance());
            case 6 -> new Refusal.Mismatch(draw.orNull(draw::revision));
            case 7 -> new Refusal.IdInUse(draw.instance());
            case 8 -> new Refusal.KeyClaimed(draw.key(), slots.claim());
            case 9 -> new Refusal.KeyBelongsTo(draw.key(), draw.instance());
            case 10 -> new Refusal.KeyNotAssociated(draw.key());
            case 11 -> new Refusal.TooLateToTell();
            default -> new Refusal.ClaimsRevoked(draw.number());
        };
    }
}
