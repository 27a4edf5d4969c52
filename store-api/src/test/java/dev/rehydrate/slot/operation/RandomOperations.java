// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.change.DueChange;
import dev.rehydrate.command.change.IdleTtlChange;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.SuspensionChange;
import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.Hold;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.StoredValue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Draws operations that owners and handles might send to a slot, right ones and wrong ones. */
final class RandomOperations {

    private static final List<OwnerId> OWNERS = List.of(Given.ME, Given.OTHER, Given.DEAD);
    private static final List<InstanceKey> KEYS =
            List.of(new InstanceKey(0, 0xa), new InstanceKey(0, 0xb), new InstanceKey(0, 1), new InstanceKey(0, 2));

    private final SplittableRandom random;
    private final List<Hold> holds = new ArrayList<>(List.of(Given.hold(0, 1)));
    private final List<Revision> revisions = new ArrayList<>(List.of(new Revision(0, 1)));

    private long sequence;
    private @Nullable CommandId overtaken;

    RandomOperations(SplittableRandom random) {
        this.random = random;
    }

    /** Remembers what handles would know of an instance. */
    void learn(Slot slot) {
        if (slot.instance() != null) {
            holds.add(Hold.of(slot.instance()));
            revisions.add(slot.instance().header().revision());
        }
    }

    SlotOperation<?> next(Slot slot, Instant now) {
        int dice = random.nextInt(100);
        if (dice < 45) {
            return commit(slot, now);
        }
        if (dice < 70) {
            return acquire(slot);
        }
        if (dice < 78) {
            return new ReleaseHold(command(), holderOrAny(slot), hold(slot));
        }
        return dice < 86 ? control() : ofKeys(slot);
    }

    private SlotOperation<?> ofKeys(Slot slot) {
        InstanceKey key = pick(KEYS);
        InstanceId other = new InstanceId(0, 0xc);
        KeyClaim claim = new KeyClaim(other, random.nextInt(3));
        return switch (random.nextInt(7)) {
            case 4 -> new WithdrawKey(command(), key);
            case 5 -> new DiscardDamaged();
            case 0 -> new ClaimKey(key, claim, random.nextBoolean() ? slot.claim() : null, Set.of());
            case 1 -> new RevokeClaims(key, slot.claimEpoch() - random.nextInt(2), Set.of());
            case 2 -> new DropClaim(other, random.nextInt(4));
            case 3 -> new InspectSlot(Set.of());
            default -> new SweepSlot(expiredOwners(), Duration.ofDays(1));
        };
    }

    private SlotOperation<?> control() {
        return switch (random.nextInt(7)) {
            case 0 -> new ControlInstance(command(), caller(), null);
            case 3 -> new ExtendIdleTime(command(), caller(), new IdleTtlChange.Keep());
            case 2 -> new RevokeHold(command(), caller());
            case 1 -> new ControlInstance(command(), caller(), new SuspensionChange.Suspend("why", null));
            default -> new ControlInstance(command(), caller(), new SuspensionChange.Resume());
        };
    }

    private SlotOperation<?> acquire(Slot slot) {
        InstanceKey key = pick(KEYS);
        Acquire acquire = switch (random.nextInt(6)) {
            case 0 -> Acquire.byId();
            case 1 -> Acquire.byKey(key);
            case 2 -> Acquire.forKey(key);
            case 3 -> Acquire.runnable(DefinitionFilter.any());
            default -> Acquire.byIdOrCreate();
        };
        if (random.nextInt(4) == 0) {
            acquire.associating(pick(KEYS));
        }
        return acquire.as(command())
                .by(caller(slot))
                .proving(proof(slot))
                .under(epoch(slot))
                .op();
    }

    private SlotOperation<?> commit(Slot slot, Instant now) {
        int dice = random.nextInt(100);
        Commit commit = dice < 45 ? Commit.held() : dice < 85 ? Commit.released() : Commit.completed();
        commit = dice < 93 ? commit : Commit.deleted();
        commit.as(command())
                .by(caller(slot))
                .proving(proof(slot))
                .expecting(expected())
                .keys(keys(slot))
                .under(epoch(slot));
        return changing(commit, now).op();
    }

    private Commit changing(Commit commit, Instant now) {
        switch (random.nextInt(6)) {
            case 0 -> commit.metadata(Given.putting("author", "n" + random.nextInt(9)));
            case 1 -> commit.changing(Given.putting("text", "n" + random.nextInt(9)));
            case 2 -> commit.replacing("title", "n" + random.nextInt(9));
            case 3 -> commit.replacing().due(new DueChange.At(now.plusSeconds(random.nextInt(3))));
            case 4 -> commit.due(new DueChange.Never()).idleTtl(Duration.ofSeconds(random.nextInt(1, 4)));
            default -> commit.suspension(new SuspensionChange.Resume());
        }
        return commit;
    }

    private KeyChanges<StoredValue> keys(Slot slot) {
        Map<InstanceKey, Map<String, StoredValue>> associate = new HashMap<>();
        Set<InstanceKey> complete = new HashSet<>();
        Set<InstanceKey> release = new HashSet<>();
        for (InstanceKey key : KEYS) {
            int dice = random.nextInt(10);
            boolean listed = slot.lists(key) || random.nextInt(10) == 0;
            if (dice == 0) {
                associate.put(key, Map.of());
            }
            if (listed && (dice == 1 || dice == 2)) {
                complete.add(key);
            }
            if (listed && (dice == 2 || dice == 3)) {
                release.add(key);
            }
        }
        return new KeyChanges<>(associate, complete, release, Map.of());
    }

    private Expected expected() {
        return switch (random.nextInt(7)) {
            case 0 -> Expected.absent();
            case 1 -> Expected.revision(latestOrAny(revisions));
            case 2 -> Expected.present();
            case 3 -> Expected.numbered(latestOrAny(revisions).number());
            default -> Expected.any();
        };
    }

    private LockProof proof(Slot slot) {
        return switch (random.nextInt(5)) {
            case 0 -> new LockProof.Abandoned(hold(slot));
            case 1, 2 -> new LockProof.Holding(hold(slot));
            default -> new LockProof.Nothing();
        };
    }

    private Hold hold(Slot slot) {
        return slot.instance() == null || random.nextInt(3) == 0 ? pick(holds) : Hold.of(slot.instance());
    }

    private long epoch(Slot slot) {
        return random.nextInt(4) == 0 ? Math.max(0, slot.claimEpoch() - 1) : slot.claimEpoch();
    }

    private OwnerId holderOrAny(Slot slot) {
        OwnerId holder =
                slot.instance() == null ? null : slot.instance().header().holder();
        return holder != null && random.nextInt(3) > 0 ? holder : pick(OWNERS);
    }

    private Caller caller(Slot slot) {
        return new Caller(holderOrAny(slot), Given.HOST, null, expiredOwners());
    }

    private Caller caller() {
        return new Caller(pick(OWNERS), Given.HOST, null, expiredOwners());
    }

    private Set<OwnerId> expiredOwners() {
        return random.nextBoolean() ? Set.of(Given.DEAD) : Set.of();
    }

    /** From the seed like everything else, so that a history can be replayed. */
    private CommandId command() {
        if (random.nextInt(4) == 0) {
            return new CommandId(random.nextLong(), random.nextLong());
        }
        CommandId drawn = Given.sequenced(random.nextInt(2), random.nextInt(3), ++sequence);
        if (random.nextInt(8) > 0) {
            return drawn;
        }
        // One command is overtaken by those that are drawn until another one is.
        CommandId first = overtaken;
        overtaken = drawn;
        return first == null ? Given.sequenced(2, 0, ++sequence) : first;
    }

    private <T> T latestOrAny(List<T> list) {
        return random.nextInt(3) > 0 ? list.get(list.size() - 1) : pick(list);
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
