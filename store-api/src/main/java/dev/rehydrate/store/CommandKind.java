// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store;

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
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The commands, for counting them. */
public enum CommandKind {
    /** {@link CreateOwner}. */
    CREATE_OWNER(CreateOwner.class, AnswerKind.DONE),
    /** {@link RetireOwner}. */
    RETIRE_OWNER(RetireOwner.class, AnswerKind.DONE),
    /** {@link CreateInstance}. */
    CREATE_INSTANCE(CreateInstance.class, AnswerKind.SAVED, AnswerKind.MISMATCH, AnswerKind.HELD, AnswerKind.COMPLETED),
    /** {@link SaveInstance}. */
    SAVE_INSTANCE(SaveInstance.class, AnswerKind.SAVED, AnswerKind.MISMATCH, AnswerKind.HELD, AnswerKind.COMPLETED),
    /** {@link LoadInstance}. */
    LOAD_INSTANCE(LoadInstance.class, AnswerKind.LOADED, AnswerKind.NOT_FOUND, AnswerKind.HELD, AnswerKind.COMPLETED),
    /** {@link LoadInstanceByKey}. */
    LOAD_INSTANCE_BY_KEY(
            LoadInstanceByKey.class, AnswerKind.LOADED, AnswerKind.NOT_FOUND, AnswerKind.HELD, AnswerKind.COMPLETED),
    /** {@link CompleteInstance}. */
    COMPLETE_INSTANCE(
            CompleteInstance.class, AnswerKind.SAVED, AnswerKind.MISMATCH, AnswerKind.HELD, AnswerKind.COMPLETED),
    /** {@link ReleaseInstance}. */
    RELEASE_INSTANCE(ReleaseInstance.class, AnswerKind.DONE),
    /** {@link LoadRunnable}. */
    LOAD_RUNNABLE(LoadRunnable.class, AnswerKind.LOADED, AnswerKind.NONE_RUNNABLE),
    /** {@link QueryInstances}. */
    QUERY_INSTANCES(QueryInstances.class, AnswerKind.DONE),
    /** {@link SuspendInstance}. */
    SUSPEND_INSTANCE(SuspendInstance.class, AnswerKind.DONE, AnswerKind.NOT_FOUND, AnswerKind.COMPLETED),
    /** {@link ResumeInstance}. */
    RESUME_INSTANCE(ResumeInstance.class, AnswerKind.DONE, AnswerKind.NOT_FOUND, AnswerKind.COMPLETED),
    /** {@link ForceRelease}. */
    FORCE_RELEASE(ForceRelease.class, AnswerKind.DONE, AnswerKind.NOT_FOUND, AnswerKind.COMPLETED),
    /** {@link TouchInstance}. */
    TOUCH_INSTANCE(TouchInstance.class, AnswerKind.DONE, AnswerKind.NOT_FOUND, AnswerKind.COMPLETED),
    /** {@link DeleteInstance}. */
    DELETE_INSTANCE(DeleteInstance.class, AnswerKind.DONE, AnswerKind.NOT_FOUND, AnswerKind.COMPLETED);

    private static final Map<Class<?>, CommandKind> BY_TYPE =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(kind -> kind.type, Function.identity()));

    private final Class<?> type;

    @SuppressWarnings("ImmutableEnumChecker") // it is a copy that cannot be changed
    private final Set<AnswerKind> answers;

    CommandKind(Class<?> type, AnswerKind first, AnswerKind... others) {
        this.type = type;
        this.answers = Set.copyOf(EnumSet.of(first, others));
    }

    static CommandKind of(PersistenceCommand<?> command) {
        CommandKind kind = BY_TYPE.get(command.getClass());
        if (kind == null) {
            throw new IllegalArgumentException("not a command: " + command.getClass());
        }
        return kind;
    }

    /** {@return the answers that a command of this kind can have, without failures} */
    public Set<AnswerKind> answers() {
        return answers;
    }
}
