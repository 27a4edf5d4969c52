// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.KeyClaim;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.decision.CommitAnswer;
import dev.rehydrate.slot.decision.ControlAnswer;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.decision.LoadGrant;
import dev.rehydrate.slot.decision.SweepAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * One random history of the claim protocol: up to three parties at a time, each of which may be interrupted between any
 * two of its steps, do a step twice, crash before it or crash after sending it, whereupon it happens late or never.
 */
final class KeyHistory {

    private static final int STEPS = 70;
    private static final List<InstanceId> IDS =
            List.of(new InstanceId(0, 0xa), new InstanceId(0, 0xb), new InstanceId(0, 0xc));
    private static final List<InstanceKey> KEYS =
            List.of(new InstanceKey(0, 0xa), new InstanceKey(0, 0xb), new InstanceKey(0, 0x1), new InstanceKey(0, 0x2));

    private final SplittableRandom random;
    private final KeyWorld world;
    private final List<Step<?>> running = new ArrayList<>();
    private final List<Step<?>> sent = new ArrayList<>();
    private int parties;

    private KeyHistory(long seed, Guards guards) {
        random = new SplittableRandom(seed);
        world = new KeyWorld(guards);
    }

    /** Lets a history happen and says which law it broke, or null. */
    static Seeds.@Nullable Trouble of(long seed, Guards guards) {
        KeyHistory history = new KeyHistory(seed, guards);
        String broken = history.happen();
        return broken == null ? null : new Seeds.Trouble(broken, history.world.history());
    }

    /** Lets a history happen and tells all that happened in it. */
    static List<KeyWorld.Event> events(long seed) {
        KeyHistory history = new KeyHistory(seed, Guards.ALL_ON);
        history.happen();
        return history.world.history();
    }

    private @Nullable String happen() {
        for (int i = 0; i < STEPS; i++) {
            next();
            String broken = world.brokenLaw();
            if (broken != null) {
                return broken;
            }
        }
        return Takeover.brokenLaw(world, KEYS);
    }

    private void next() {
        int dice = random.nextInt(100);
        if (dice < 5) {
            world.moveClock(Duration.ofSeconds(random.nextInt(-3, 5)));
        } else if (dice < 15 && !sent.isEmpty()) {
            sent.remove(random.nextInt(sent.size())).unheardIn(world);
        } else if (running.isEmpty() || (dice < 35 && running.size() < 3)) {
            begin().ifPresent(running::add);
        } else {
            proceed(random.nextInt(running.size()));
        }
    }

    private void proceed(int index) {
        int dice = random.nextInt(100);
        if (dice < 4) {
            running.get(index).unheardIn(world);
        } else if (dice < 8) {
            sent.add(running.remove(index));
        } else if (dice < 10) {
            running.remove(index);
        } else {
            Step<?> step = running.remove(index);
            step.takenIn(world).ifPresent(next -> running.add(Math.min(index, running.size()), next));
        }
    }

    private Optional<Step<?>> begin() {
        String name = "party " + ++parties;
        InstanceId id = IDS.get(random.nextInt(IDS.size()));
        int dice = random.nextInt(100);
        if (dice < 10) {
            return sweep(name, id);
        }
        if (dice < 20) {
            return delete(name, id);
        }
        if (dice < 25) {
            return tidy(name, KEYS.get(random.nextInt(KEYS.size())));
        }
        return dice < 40 ? begin(acquirer(name, id)) : begin(committer(name, id));
    }

    private Optional<Step<?>> begin(KeySaver<?> saver) {
        return random.nextInt(3) == 0 ? saver.under(0) : saver.afterALook();
    }

    private Optional<Step<?>> sweep(String name, InstanceId id) {
        SweepSlot sweep = new SweepSlot(Set.of(Given.DEAD), Duration.ofDays(1));
        return Optional.of(new Step<>(
                name,
                SlotAddress.of(id),
                sweep,
                decision -> decision instanceof Decision.Write<SweepAnswer> write
                        ? KeySaver.dropping(
                                name,
                                id,
                                write.answer().droppedKeys(),
                                write.answer().claimEpoch())
                        : Optional.empty()));
    }

    /** Removes a claim if its instance does not list the key, as the sweep does. */
    private Optional<Step<?>> tidy(String name, InstanceKey key) {
        return Optional.of(new Step<>(name, SlotAddress.of(key), new InspectSlot(Set.of()), seen -> {
            KeyClaim claim = ((Decision.Keep<Slot>) seen).answer().claim();
            return claim == null ? Optional.empty() : tidy(name, key, claim);
        }));
    }

    private static Optional<Step<?>> tidy(String name, InstanceKey key, KeyClaim claim) {
        return Optional.of(new Step<>(
                name,
                SlotAddress.of(claim.instance()),
                new RevokeClaims(key, claim.epoch(), Set.of()),
                decision -> decision instanceof Decision.Refuse<Long>
                        ? Optional.empty()
                        : KeySaver.dropping(name, claim.instance(), Set.of(key), KeySaver.epochOf(decision))));
    }

    private Optional<Step<?>> delete(String name, InstanceId id) {
        ControlInstance delete = new ControlInstance(command(), caller(), null);
        return Optional.of(new Step<>(
                name,
                SlotAddress.of(id),
                delete,
                decision -> decision instanceof Decision.Write<ControlAnswer> write
                        ? KeySaver.dropping(
                                name,
                                id,
                                write.answer().droppedKeys(),
                                write.answer().claimEpoch())
                        : Optional.empty()));
    }

    /** Loads or creates for a host that dies with the hold; everybody knows that it is dead. */
    private KeySaver<LoadGrant> acquirer(String name, InstanceId id) {
        Acquire acquire =
                Acquire.byIdOrCreate().as(command()).by(new Caller(Given.DEAD, null, null, Set.of(Given.DEAD)));
        some().forEach(key -> acquire.associating(key));
        return KeySaver.acquiring(name, id, acquire.op(), end -> {});
    }

    private KeySaver<CommitAnswer> committer(String name, InstanceId id) {
        int dice = random.nextInt(100);
        Commit commit = dice < 8 ? Commit.deleted() : dice < 12 ? Commit.completed() : Commit.released();
        commit.as(command()).by(caller()).keys(changes());
        if (random.nextInt(4) == 0) {
            commit.idleTtl(Duration.ofSeconds(random.nextInt(1, 4)));
        }
        if (random.nextInt(6) == 0) {
            commit.expecting(Expected.absent());
        }
        return KeySaver.committing(name, id, commit.op(), end -> {});
    }

    private KeyChanges<StoredValue> changes() {
        Set<InstanceKey> associate = random.nextInt(4) == 0 ? Set.of() : some();
        Set<InstanceKey> release = new HashSet<>();
        if (associate.isEmpty() || random.nextInt(4) == 0) {
            release.addAll(some());
            release.removeAll(associate);
        }
        Map<InstanceKey, Map<String, StoredValue>> associated = new HashMap<>();
        associate.forEach(key -> associated.put(key, Map.of()));
        return new KeyChanges<>(associated, release, release, Map.of());
    }

    private Set<InstanceKey> some() {
        Set<InstanceKey> some = new HashSet<>();
        int count = random.nextInt(1, 4);
        for (int i = 0; i < count; i++) {
            some.add(KEYS.get(random.nextInt(KEYS.size())));
        }
        return some;
    }

    /** From the seed like everything else, so that a history can be replayed. */
    private CommandId command() {
        return new CommandId(random.nextLong(), random.nextLong());
    }

    private static Caller caller() {
        return new Caller(Given.ME, null, null, Set.of(Given.DEAD));
    }
}
