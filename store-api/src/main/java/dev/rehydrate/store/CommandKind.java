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
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.ReleaseInstance;
import dev.rehydrate.command.ResumeInstance;
import dev.rehydrate.command.RetireOwner;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.TouchInstance;
import java.util.EnumSet;
import java.util.Set;

/** The commands, for counting them. */
public enum CommandKind {
    /** {@link CreateOwner}. */
    CREATE_OWNER(AnswerKind.DONE),
    /** {@link RetireOwner}. */
    RETIRE_OWNER(AnswerKind.DONE),
    /** {@link CreateInstance}. */
    CREATE_INSTANCE(AnswerKind.SAVED, AnswerKind.MISMATCH, AnswerKind.HELD, AnswerKind.COMPLETED),
    /** {@link SaveInstance}. */
    SAVE_INSTANCE(AnswerKind.SAVED, AnswerKind.MISMATCH, AnswerKind.HELD, AnswerKind.COMPLETED),
    /** {@link LoadInstance}. */
    LOAD_INSTANCE(AnswerKind.LOADED, AnswerKind.NOT_FOUND, AnswerKind.HELD, AnswerKind.COMPLETED),
    /** {@link LoadInstanceByKey}. */
    LOAD_INSTANCE_BY_KEY(AnswerKind.LOADED, AnswerKind.NOT_FOUND, AnswerKind.HELD, AnswerKind.COMPLETED),
    /** {@link CompleteInstance}. */
    COMPLETE_INSTANCE(AnswerKind.SAVED, AnswerKind.MISMATCH, AnswerKind.HELD, AnswerKind.COMPLETED),
    /** {@link ReleaseInstance}. */
    RELEASE_INSTANCE(AnswerKind.DONE),
    /** {@link LoadRunnable}. */
    LOAD_RUNNABLE(AnswerKind.LOADED, AnswerKind.NONE_RUNNABLE),
    /** {@link QueryInstances}. */
    QUERY_INSTANCES(AnswerKind.DONE),
    /** {@link SuspendInstance}. */
    SUSPEND_INSTANCE(AnswerKind.DONE, AnswerKind.NOT_FOUND, AnswerKind.COMPLETED),
    /** {@link ResumeInstance}. */
    RESUME_INSTANCE(AnswerKind.DONE, AnswerKind.NOT_FOUND, AnswerKind.COMPLETED),
    /** {@link ForceRelease}. */
    FORCE_RELEASE(AnswerKind.DONE, AnswerKind.NOT_FOUND, AnswerKind.COMPLETED),
    /** {@link TouchInstance}. */
    TOUCH_INSTANCE(AnswerKind.DONE, AnswerKind.NOT_FOUND, AnswerKind.COMPLETED),
    /** {@link DeleteInstance}. */
    DELETE_INSTANCE(AnswerKind.DONE, AnswerKind.NOT_FOUND, AnswerKind.COMPLETED);

    @SuppressWarnings("ImmutableEnumChecker") // it is a copy that cannot be changed
    private final Set<AnswerKind> answers;

    CommandKind(AnswerKind first, AnswerKind... others) {
        this.answers = Set.copyOf(EnumSet.of(first, others));
    }

    /** {@return the answers that a command of this kind can have, without failures} */
    public Set<AnswerKind> answers() {
        return answers;
    }
}
