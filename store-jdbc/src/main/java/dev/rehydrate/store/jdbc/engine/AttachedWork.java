// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.engine;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.store.jdbc.RowWork;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The work of callers, by the command in whose transaction it is to be done. It stays for as long as a step of the command can be sent,
 * which can be longer than its caller waits: a save that was sent without it would be stored without the rows of the caller.
 */
public final class AttachedWork {

    private final Map<CommandId, List<Attachment>> attached = new ConcurrentHashMap<>();

    AttachedWork() {}

    /** The work of one call. */
    public final class Attachment {

        private final CommandId command;
        private final RowWork toDo;
        private volatile boolean left;

        private Attachment(CommandId command, RowWork toDo) {
            this.command = command;
            this.toDo = toDo;
        }

        /** The caller waits no more. From now on it can repeat the command, although the first attempt may still be under way. */
        public void left() {
            left = true;
        }

        /** No step of the command is sent any more for this call. */
        public void over() {
            attached.computeIfPresent(command, (id, all) -> {
                List<Attachment> others =
                        all.stream().filter(each -> !each.equals(this)).toList();
                return others.isEmpty() ? null : others;
            });
        }
    }

    /**
     * Attaches work to a command that is about to be given.
     *
     * @param command the command
     * @param toDo done in the transaction in which the command writes its instance
     * @return ends this
     * @throws IllegalStateException if another caller waits for a command of this id, with work of its own
     */
    public Attachment attach(CommandId command, RowWork toDo) {
        Attachment next = new Attachment(command, toDo);
        attached.merge(command, List.of(next), (before, one) -> {
            if (!before.stream().allMatch(each -> each.left)) {
                throw new IllegalStateException(
                        "the command " + command + " is under way already, with work of its own");
            }
            return Stream.concat(before.stream(), one.stream()).toList();
        });
        return next;
    }

    /** The work for a step that is about to be sent: that of the last call, or null. */
    @Nullable
    RowWork of(CommandId command) {
        List<Attachment> all = attached.get(command);
        return all == null ? null : all.get(all.size() - 1).toDo;
    }
}
