// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.observation;

import static java.util.Map.entry;

import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.DeleteInstance;
import dev.rehydrate.command.ForceRelease;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.ReleaseInstance;
import dev.rehydrate.command.ResumeInstance;
import dev.rehydrate.command.RetireOwner;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.TouchInstance;
import dev.rehydrate.store.CommandKind;
import java.util.Map;

/** Which {@link CommandKind} a command is. */
final class CommandKinds {

    static final Map<Class<?>, CommandKind> KINDS = Map.ofEntries(
            entry(CreateOwner.class, CommandKind.CREATE_OWNER),
            entry(RetireOwner.class, CommandKind.RETIRE_OWNER),
            entry(CreateInstance.class, CommandKind.CREATE_INSTANCE),
            entry(SaveInstance.class, CommandKind.SAVE_INSTANCE),
            entry(LoadInstance.class, CommandKind.LOAD_INSTANCE),
            entry(LoadInstanceByKey.class, CommandKind.LOAD_INSTANCE_BY_KEY),
            entry(CompleteInstance.class, CommandKind.COMPLETE_INSTANCE),
            entry(ReleaseInstance.class, CommandKind.RELEASE_INSTANCE),
            entry(LoadRunnable.class, CommandKind.LOAD_RUNNABLE),
            entry(QueryInstances.class, CommandKind.QUERY_INSTANCES),
            entry(SuspendInstance.class, CommandKind.SUSPEND_INSTANCE),
            entry(ResumeInstance.class, CommandKind.RESUME_INSTANCE),
            entry(ForceRelease.class, CommandKind.FORCE_RELEASE),
            entry(TouchInstance.class, CommandKind.TOUCH_INSTANCE),
            entry(DeleteInstance.class, CommandKind.DELETE_INSTANCE));

    private CommandKinds() {}

    static CommandKind of(PersistenceCommand<?> command) {
        CommandKind kind = KINDS.get(command.getClass());
        if (kind == null) {
            throw new IllegalArgumentException("not a command: " + command.getClass());
        }
        return kind;
    }
}
