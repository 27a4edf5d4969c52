// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.SaveOutcome;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.Revision;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * A command on an instance that has lives. A history contains everything that it consists of, its id too, so that every node
 * can repeat a command that another node has sent first.
 *
 * @param entry names the command, and is what it adds to the instance
 * @param kind what it does
 * @param instance on which instance
 * @param key the further key that it concerns, or empty
 * @param seen the state that it expects; {@link Mark#NONE} if it expects nothing
 * @param then what becomes of the hold, or of the completed instance
 */
public record Change(String entry, Kind kind, String instance, String key, Mark seen, String then) {

    /** What a command does. */
    public enum Kind {
        /** Begins a life. */
        CREATE,
        /** Adds an entry. */
        SAVE,
        /** Adds an entry and associates the key. */
        TAKE,
        /** Adds an entry and releases the key. */
        GIVE,
        /** Ends the life. */
        COMPLETE,
        /** Removes what a completion has kept. */
        REMOVE
    }

    public static Change create(String entry, InstanceId instance, String key) {
        return new Change(entry, Kind.CREATE, instance.toString(), key, Mark.NONE, AfterSave.RELEASE.name());
    }

    public static Change save(String entry, InstanceId instance, Mark seen, AfterSave after) {
        return new Change(entry, Kind.SAVE, instance.toString(), "", seen, after.name());
    }

    /** A save that expects nothing: its id alone keeps it from being applied twice. */
    public static Change blind(String entry, InstanceId instance) {
        return save(entry, instance, Mark.NONE, AfterSave.RELEASE);
    }

    public static Change take(String entry, InstanceId instance, InstanceKey key, Mark seen) {
        return new Change(entry, Kind.TAKE, instance.toString(), key.toString(), seen, AfterSave.RELEASE.name());
    }

    public static Change give(String entry, InstanceId instance, InstanceKey key, Mark seen) {
        return new Change(entry, Kind.GIVE, instance.toString(), key.toString(), seen, AfterSave.RELEASE.name());
    }

    public static Change complete(String entry, InstanceId instance, Mark seen, CompletionAction action) {
        return new Change(entry, Kind.COMPLETE, instance.toString(), "", seen, action.name());
    }

    public static Change remove(String entry, InstanceId instance) {
        return new Change(entry, Kind.REMOVE, instance.toString(), "", Mark.NONE, "");
    }

    public InstanceId id() {
        return InstanceId.parse(instance);
    }

    /** The number of the entry in the sequence of its node, so that any node can make the id anew. */
    public CommandId commandId() {
        int dash = entry.lastIndexOf('-');
        UUID node = UUID.nameUUIDFromBytes(entry.substring(0, dash).getBytes(StandardCharsets.UTF_8));
        return CommandId.inSequence(node.getMostSignificantBits(), Long.parseLong(entry.substring(dash + 1)));
    }

    /** {@return the command; the same one each time} */
    public PersistenceCommand<SaveOutcome> command() {
        return switch (kind) {
            case CREATE -> new CreateInstance(commandId(), changes(), AfterSave.valueOf(then));
            case SAVE, TAKE, GIVE -> new SaveInstance(commandId(), changes(), expected(), AfterSave.valueOf(then));
            case COMPLETE ->
                new CompleteInstance(commandId(), InstanceChanges.none(), expected(), CompletionAction.valueOf(then));
            case REMOVE -> throw new IllegalStateException("a removal has an answer of another type");
        };
    }

    private Expected expected() {
        return seen.isNone() ? Expected.any() : Expected.revision(Revision.parse(seen.etag()));
    }

    private InstanceChanges<InstanceValue> changes() {
        if (key.isEmpty()) {
            return Entries.adding(entry);
        }
        InstanceKey moved = InstanceKey.parse(key);
        return kind == Kind.GIVE ? Entries.giving(entry, moved) : Entries.taking(entry, moved);
    }

    /** {@return the form in which it is in a history} */
    String text() {
        return String.join("\t", entry, kind.name(), instance, key, seen.text(), then);
    }

    static Change parse(String... parts) {
        return new Change(parts[0], Kind.valueOf(parts[1]), parts[2], parts[3], Mark.parse(parts[4]), parts[5]);
    }
}
