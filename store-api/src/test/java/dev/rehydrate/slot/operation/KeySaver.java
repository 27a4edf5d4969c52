// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.decision.CommitAnswer;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.decision.LoadGrant;
import dev.rehydrate.slot.decision.Refusal;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A saver that wants further keys, as decision record 11 tells it: claim each, take over what dangles, commit, and drop
 * the claims of keys that went or, if nothing came of it, give back what was claimed.
 *
 * @param <A> the answer of its deciding step
 */
final class KeySaver<A> {

    /** How a save ended. */
    enum End {
        DONE,
        COLLISION,
        REFUSED,
        TOO_BUSY
    }

    private final String name;
    private final InstanceId id;
    private final List<InstanceKey> further;
    private final LongFunction<SlotOperation<A>> decisive;
    private final Function<A, Optional<Step<?>>> tidyUp;
    private final Consumer<End> onEnd;

    /** Where a saver stands: under which epoch it claims, and how often it will still begin again. */
    private record Attempt(long epoch, int more) {
        Attempt again(long newEpoch) {
            return new Attempt(newEpoch, more - 1);
        }
    }

    private KeySaver(
            String name,
            InstanceId id,
            Set<InstanceKey> keys,
            LongFunction<SlotOperation<A>> decisive,
            Function<A, Optional<Step<?>>> tidyUp,
            Consumer<End> onEnd) {
        this.name = name;
        this.id = id;
        this.further = keys.stream()
                .filter(key -> !id.isHomeOf(key))
                .sorted(KeySaver::order)
                .toList();
        this.decisive = decisive;
        this.tidyUp = tidyUp;
        this.onEnd = onEnd;
    }

    private static int order(InstanceKey one, InstanceKey other) {
        return SlotAddress.of(one).compareTo(SlotAddress.of(other));
    }

    static KeySaver<CommitAnswer> committing(String name, InstanceId id, CommitInstance commit, Consumer<End> onEnd) {
        return new KeySaver<>(
                name,
                id,
                commit.changes().keys().associate().keySet(),
                commit::claimedUnder,
                answer -> dropping(name, id, answer.droppedKeys(), answer.claimEpoch()),
                onEnd);
    }

    static KeySaver<LoadGrant> acquiring(String name, InstanceId id, AcquireInstance acquire, Consumer<End> onEnd) {
        LongFunction<SlotOperation<LoadGrant>> decisive = epoch -> new AcquireInstance(
                acquire.id(), acquire.caller(), acquire.proof(), acquire.lookup(), acquire.associate(), epoch);
        return new KeySaver<>(name, id, acquire.associate().keySet(), decisive, grant -> Optional.empty(), onEnd);
    }

    /** Drops the claims of keys that an instance had: record first, claim after. */
    static Optional<Step<?>> dropping(String name, InstanceId id, Collection<InstanceKey> keys, long below) {
        return drop(name, id, keys.stream().sorted(KeySaver::order).toList(), below);
    }

    private static Optional<Step<?>> drop(String name, InstanceId id, List<InstanceKey> keys, long below) {
        return keys.isEmpty()
                ? Optional.empty()
                : Optional.of(new Step<>(
                        name,
                        SlotAddress.of(keys.get(0)),
                        new DropClaim(id, below),
                        dropped -> drop(name, id, keys.subList(1, keys.size()), below)));
    }

    /** Begins with the epoch that the slot of the instance shows. */
    Optional<Step<?>> afterALook() {
        return step(
                SlotAddress.of(id),
                new InspectSlot(Set.of()),
                seen -> under(((Decision.Keep<Slot>) seen).answer().claimEpoch()));
    }

    /** Begins with an epoch that it knows from before, or guesses. */
    Optional<Step<?>> under(long epoch) {
        return claim(new Attempt(epoch, 6), 0, null);
    }

    private Optional<Step<?>> claim(Attempt attempt, int index, @Nullable KeyClaim replacing) {
        if (index == further.size()) {
            return commit(attempt);
        }
        InstanceKey key = further.get(index);
        ClaimKey claim = new ClaimKey(key, new KeyClaim(id, attempt.epoch()), replacing, Set.of());
        return step(SlotAddress.of(key), claim, decision -> {
            if (!(decision instanceof Decision.Refuse<KeyClaim> refused)) {
                return claim(attempt, index + 1, null);
            }
            return refused.refusal() instanceof Refusal.KeyClaimed foreign
                    ? takeOver(attempt, index, foreign.claim())
                    : giveBack(attempt, 0, End.COLLISION);
        });
    }

    private Optional<Step<?>> takeOver(Attempt attempt, int index, KeyClaim foreign) {
        if (attempt.more() == 0) {
            return giveBack(attempt, 0, End.TOO_BUSY);
        }
        RevokeClaims revoke = new RevokeClaims(further.get(index), foreign.epoch(), Set.of());
        return step(
                SlotAddress.of(foreign.instance()),
                revoke,
                decision -> decision instanceof Decision.Refuse<Long>
                        ? giveBack(attempt, 0, End.COLLISION)
                        : claim(attempt.again(attempt.epoch()), index, foreign));
    }

    private Optional<Step<?>> commit(Attempt attempt) {
        return step(SlotAddress.of(id), decisive.apply(attempt.epoch()), decision -> {
            if (decision instanceof Decision.Refuse<A> refused) {
                return afterRefusal(attempt, refused.refusal());
            }
            onEnd.accept(End.DONE);
            A answer = decision instanceof Decision.Write<A> write
                    ? write.answer()
                    : ((Decision.Keep<A>) decision).answer();
            return tidyUp.apply(answer);
        });
    }

    private Optional<Step<?>> afterRefusal(Attempt attempt, Refusal refusal) {
        if (attempt.more() == 0) {
            return giveBack(attempt, 0, End.TOO_BUSY);
        }
        if (refusal instanceof Refusal.ClaimsRevoked revoked) {
            return claim(attempt.again(revoked.epoch()), 0, null);
        }
        return refusal instanceof Refusal.KeyClaimed home
                ? clearHome(attempt, home)
                : giveBack(attempt, 0, End.REFUSED);
    }

    private Optional<Step<?>> clearHome(Attempt attempt, Refusal.KeyClaimed home) {
        InstanceId claimant = home.claim().instance();
        RevokeClaims revoke = new RevokeClaims(home.key(), home.claim().epoch(), Set.of());
        return step(
                SlotAddress.of(claimant),
                revoke,
                decision -> decision instanceof Decision.Refuse<Long>
                        ? giveBack(attempt, 0, End.COLLISION)
                        : step(
                                SlotAddress.of(id),
                                new DropClaim(claimant, epochOf(decision)),
                                dropped -> claim(attempt.again(attempt.epoch()), 0, null)));
    }

    private Optional<Step<?>> giveBack(Attempt attempt, int index, End end) {
        if (index == further.size()) {
            onEnd.accept(end);
            return Optional.empty();
        }
        InstanceKey key = further.get(index);
        return step(
                SlotAddress.of(id),
                new RevokeClaims(key, attempt.epoch(), Set.of()),
                decision -> decision instanceof Decision.Refuse<Long>
                        ? giveBack(attempt, index + 1, end)
                        : step(
                                SlotAddress.of(key),
                                new DropClaim(id, epochOf(decision)),
                                dropped -> giveBack(attempt, index + 1, end)));
    }

    static long epochOf(Decision<Long> decision) {
        return decision instanceof Decision.Write<Long> write
                ? write.answer()
                : ((Decision.Keep<Long>) decision).answer();
    }

    private <B> Optional<Step<?>> step(
            SlotAddress at, SlotOperation<B> operation, Function<Decision<B>, Optional<Step<?>>> then) {
        return Optional.of(new Step<>(name, at, operation, then));
    }
}
