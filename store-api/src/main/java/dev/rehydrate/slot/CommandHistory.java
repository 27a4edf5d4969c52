// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot;

import dev.rehydrate.command.CommandId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which commands a slot remembers, for idempotency: a repeat is answered from here. Each origin has a memory of its own, so that
 * one origin never pushes out the commands of another one.
 *
 * @param origins the origins, the one that changed the slot last at the end
 */
public record CommandHistory(List<OriginHistory> origins) {

    /** No command. */
    public static final CommandHistory EMPTY = new CommandHistory(List.of());

    /**
     * How many origins a slot remembers at most. Beyond that the one that was idle for longest is forgotten, and a repeat of
     * its commands is taken for a new command, even within the retention.
     */
    public static final int MOST_ORIGINS = 256;

    /** Copies the list. */
    public CommandHistory {
        origins = List.copyOf(origins);
    }

    /**
     * The history of a slot in which some commands were carried out one after the other.
     *
     * @param commands the commands, in that order
     * @param at when the last was carried out
     * @return their history
     */
    public static CommandHistory of(List<RememberedCommand> commands, Instant at) {
        CommandHistory history = EMPTY;
        for (RememberedCommand command : commands) {
            history = history.with(command, at, null);
        }
        return history;
    }

    /** {@return all remembered commands, those of the last origin at the end} */
    public List<RememberedCommand> commands() {
        return origins.stream().flatMap(origin -> origin.recent().stream()).toList();
    }

    /** {@return whether nothing was ever remembered} */
    public boolean isEmpty() {
        return origins.isEmpty();
    }

    Optional<RememberedCommand> recall(CommandId id) {
        OriginHistory origin = of(id);
        return origin == null ? Optional.empty() : origin.recall(id);
    }

    boolean mayHaveForgotten(CommandId id) {
        OriginHistory origin = of(id);
        return origin != null && origin.mayHaveForgotten(id);
    }

    /** Remembers one more command, and forgets origins of which the last command is older than the retention. */
    CommandHistory with(RememberedCommand command, Instant now, @Nullable Duration retention) {
        long second = now.getEpochSecond();
        OriginHistory present = of(command.id());
        OriginHistory next = (present == null ? OriginHistory.beginning(command.id()) : present).with(command, second);
        if (origins.isEmpty() || (origins.size() == 1 && present != null)) {
            return new CommandHistory(List.of(next));
        }
        List<OriginHistory> all = new ArrayList<>(origins.size() + 1);
        for (OriginHistory origin : origins) {
            boolean old = retention != null && origin.lastSecond() < second - retention.toSeconds() - 1;
            if (origin.origin() != next.origin() && !old) {
                all.add(origin);
            }
        }
        all.add(next);
        return new CommandHistory(all.size() > MOST_ORIGINS ? all.subList(1, all.size()) : all);
    }

    CommandHistory ofEndedLife() {
        return new CommandHistory(
                origins.stream().map(OriginHistory::ofEndedLife).toList());
    }

    private @Nullable OriginHistory of(CommandId id) {
        long wanted = OriginHistory.originOf(id);
        for (OriginHistory origin : origins) {
            if (origin.origin() == wanted) {
                return origin;
            }
        }
        return null;
    }
}
