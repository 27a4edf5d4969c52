// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.command.CommandId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * What a slot remembers of the commands of one origin. The last commands are kept with their receipts; of forgotten ones it
 * is kept in which lanes they were and how far the sequence of the latest was. Law: in each lane, every forgotten command has
 * a smaller sequence than every remembered one that is not expendable.
 *
 * @param origin the origin, as in {@link CommandId#high()}; {@link #CHOSEN} for all commands with chosen ids
 * @param lastSecond when the last of them was carried out, in seconds since 1970
 * @param recent the remembered commands: in the order of their sequence; expendable and chosen ones as they came
 * @param forgottenLanes a bit for each lane of which a command was forgotten
 * @param forgottenThrough the largest sequence of a forgotten command; 0 if none was forgotten
 */
public record OriginHistory(
        long origin, long lastSecond, List<RememberedCommand> recent, long forgottenLanes, long forgottenThrough) {

    /** The origin of ids that callers have chosen. No sequenced id has it. */
    public static final long CHOSEN = 0;

    private static final int EXPENDABLE = 2;

    /** Copies the list, unless it never changes. */
    public OriginHistory {
        recent = recent instanceof CommandLog ? recent : List.copyOf(recent);
    }

    static long originOf(CommandId id) {
        return id.isSequenced() ? id.high() : CHOSEN;
    }

    static OriginHistory beginning(CommandId id) {
        return new OriginHistory(originOf(id), 0, List.of(), 0, 0);
    }

    Optional<RememberedCommand> recall(CommandId id) {
        for (int i = 0; i < recent.size(); i++) {
            // Every command looks through all of them; the lower bits differ nearly always.
            if (CommandLog.lowerBits(recent, i) == id.low()) {
                RememberedCommand known = recent.get(i);
                if (known.id().high() == id.high()) {
                    return Optional.of(known);
                }
            }
        }
        return Optional.empty();
    }

    /** Whether a command that is not remembered may have been carried out all the same. */
    boolean mayHaveForgotten(CommandId id) {
        boolean noneOfItsLane = (forgottenLanes & bit(id)) == 0;
        if (origin == CHOSEN || noneOfItsLane || id.sequence() > forgottenThrough) {
            return false;
        }
        for (int i = 0; i < recent.size(); i++) {
            CommandId known = sequenced(i);
            boolean sameLane = !CommandLog.isExpendable(recent, i) && known.lane() == id.lane();
            if (sameLane && known.sequence() < id.sequence()) {
                return false;
            }
        }
        return true;
    }

    OriginHistory with(RememberedCommand command, long second) {
        // One that comes late, and is carried out all the same, must not count as later than what is forgotten of its
        // lane.
        boolean late = !command.expendable() && mayHaveForgotten(command.id());
        RememberedCommand last = late ? new RememberedCommand(command.id(), command.receipt(), true) : command;
        int place = origin == CHOSEN || last.expendable() ? recent.size() : place(last.id());
        OriginHistory longer = new OriginHistory(
                origin, Math.max(second, lastSecond), with(last, place), forgottenLanes, forgottenThrough);
        return longer.kept(Slot.REMEMBERED_COMMANDS, EXPENDABLE, origin != CHOSEN);
    }

    /** What has to outlive the instance: the last command, and that there were others before it. */
    OriginHistory ofEndedLife() {
        return origin == CHOSEN ? this : kept(1, 0, false);
    }

    private List<RememberedCommand> with(RememberedCommand last, int place) {
        if (recent instanceof CommandLog log && place == log.size()) {
            return log.with(last);
        }
        List<RememberedCommand> all = new ArrayList<>(recent.size() + 1);
        all.addAll(recent);
        all.add(place, last);
        return all;
    }

    private int place(CommandId id) {
        int place = recent.size();
        for (int i = place - 1; i >= 0; i--) {
            if (!CommandLog.isExpendable(recent, i)) {
                if (sequenced(i).sequence() < id.sequence()) {
                    break;
                }
                place = i;
            }
        }
        return place;
    }

    /** Forgets all but the latest commands and, if asked to, the latest one of each lane. */
    private OriginHistory kept(int changes, int expendable, boolean oneOfEachLane) {
        if (recent.size() <= Math.min(changes, expendable)) {
            return this;
        }
        BitSet rest = new BitSet();
        Forgetting forgetting = new Forgetting(changes, expendable, oneOfEachLane, forgottenLanes, forgottenThrough);
        for (int i = recent.size() - 1; i >= 0; i--) {
            rest.set(i, forgetting.keeps(sequenced(i), CommandLog.isExpendable(recent, i)));
        }
        if (rest.cardinality() == recent.size()) {
            return this;
        }
        // Chosen ids have no order: that some were forgotten says nothing about another one.
        return origin == CHOSEN
                ? new OriginHistory(origin, lastSecond, only(rest), 0, 0)
                : new OriginHistory(origin, lastSecond, only(rest), forgetting.lanes, forgetting.through);
    }

    private List<RememberedCommand> only(BitSet places) {
        if (recent instanceof CommandLog log) {
            return log.only(places);
        }
        List<RememberedCommand> some = new ArrayList<>(recent.size());
        places.stream().forEach(place -> some.add(recent.get(place)));
        return some;
    }

    /** The id of a command; only if this is the origin of a sequence. */
    private CommandId sequenced(int place) {
        return new CommandId(origin, CommandLog.lowerBits(recent, place));
    }

    private static long bit(CommandId id) {
        return 1L << id.lane();
    }

    /** Goes through the commands from the latest to the earliest. */
    private static final class Forgetting {

        private final boolean oneOfEachLane;
        private int changes;
        private int expendable;
        private long seenLanes;
        private long lanes;
        private long through;

        Forgetting(int changes, int expendable, boolean oneOfEachLane, long lanes, long through) {
            this.changes = changes;
            this.expendable = expendable;
            this.oneOfEachLane = oneOfEachLane;
            this.lanes = lanes;
            this.through = through;
        }

        boolean keeps(CommandId id, boolean isExpendable) {
            if (isExpendable) {
                return expendable-- > 0;
            }
            boolean latestOfItsLane = (seenLanes & bit(id)) == 0;
            seenLanes |= bit(id);
            if (changes-- > 0 || (oneOfEachLane && latestOfItsLane)) {
                return true;
            }
            lanes |= bit(id);
            through = Math.max(through, id.sequence());
            return false;
        }
    }
}
