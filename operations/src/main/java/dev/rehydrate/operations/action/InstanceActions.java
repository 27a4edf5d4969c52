// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.action;

import dev.rehydrate.command.DeleteInstance;
import dev.rehydrate.command.ForceRelease;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.ResumeInstance;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.host.PostedMessage;
import dev.rehydrate.host.StoredInstance;
import dev.rehydrate.host.UnsentMessage;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.host.WorkflowHostException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.operations.action.ActionReport.Result;
import dev.rehydrate.operations.reading.Answers;
import dev.rehydrate.store.InstanceStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Carries out actions, reads the instance afterwards, and writes both into the audit log. Safe for use by many threads. */
public final class InstanceActions {

    /** The name of the log that has one line for each action. */
    public static final String AUDIT = "dev.rehydrate.operations.audit";

    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final InstanceStore store;
    private final @Nullable WorkflowHost host;

    /**
     * Makes actions on a store.
     *
     * @param store the store
     * @param host a host on it, for what only hosts can do, or null
     */
    public InstanceActions(InstanceStore store, @Nullable WorkflowHost host) {
        this.store = store;
        this.host = host;
    }

    /**
     * Tells whether an action can be carried out here.
     *
     * @param action the action
     * @return whether there is a host, if it needs one
     */
    public boolean isPossible(Action action) {
        return host != null || !action.needsHost();
    }

    /**
     * Carries out an action. Never fails: what goes wrong is in the report.
     *
     * @param action the action
     * @param id the instance
     * @param reason why, in the words of the operator
     * @param actor who asks for it, as far as it is known
     * @return what became of it
     */
    public ActionReport perform(Action action, InstanceId id, String reason, String actor) {
        ActionReport report = perform(action, id, reason);
        new AuditLine(action.word(), id, actor, reason).write(report.result(), report.answer(), report.verified());
        return report;
    }

    private ActionReport perform(Action action, InstanceId id, String reason) {
        Optional<InstanceSnapshot> before;
        try {
            before = peek(id);
        } catch (InstanceStoreException | IllegalStateException unread) {
            // Nothing was asked for yet, whatever became of the read: the store does not answer, or is closed.
            return refused(action, id, SafeText.line(unread.getMessage()));
        } catch (RuntimeException unread) {
            return refused(action, id, SafeText.line(unread));
        }
        if (before.isEmpty()) {
            return refused(action, id, "there is no such instance");
        }
        try {
            return perform(action, before.get(), reason);
        } catch (WorkflowHostException refusal) {
            return refused(action, id, SafeText.line(refusal.getMessage()));
        } catch (InstanceStoreException failure) {
            // A load that was done, and whose hold had gone, has changed nothing of what was asked for.
            Result result = failure.effect() == InstanceStoreException.Effect.UNKNOWN ? Result.UNKNOWN : Result.REFUSED;
            return new ActionReport(
                    action, id, result, SafeText.line(failure.getMessage()), "The instance was not read.");
        } catch (RuntimeException failure) {
            return new ActionReport(action, id, Result.UNKNOWN, SafeText.line(failure), "The instance was not read.");
        }
    }

    private ActionReport perform(Action action, InstanceSnapshot before, String reason) {
        InstanceId id = before.id();
        if (!isPossible(action)) {
            return refused(action, id, "this needs a workflow host, and there is none here");
        }
        if (action == Action.RESUME && host == null && StoredInstance.of(before).hasFailed()) {
            return refused(action, id, "it has failed: this needs a workflow host, and there is none here");
        }
        Answer answer = carryOut(action, before, reason);
        if (!answer.done()) {
            return refused(action, id, answer.words());
        }
        Optional<InstanceSnapshot> after;
        try {
            after = peek(id);
        } catch (InstanceStoreException unread) {
            // What this read did to the instance, which is nothing, is not what the action did.
            return new ActionReport(
                    action,
                    id,
                    Result.UNKNOWN,
                    answer.words(),
                    "The instance could not be read afterwards: " + SafeText.line(unread.getMessage()));
        }
        Verification verification = Verification.of(action, before, after, reason);
        return new ActionReport(
                action,
                id,
                verification.holds() ? Result.VERIFIED : Result.NOT_VERIFIED,
                answer.words(),
                verification.sentence());
    }

    private static ActionReport refused(Action action, InstanceId id, String why) {
        return new ActionReport(action, id, Result.REFUSED, why, "Nothing was changed.");
    }

    /** What was answered. */
    private record Answer(boolean done, String words) {
        static Answer of(Enum<?> outcome) {
            return new Answer(
                    outcome.name().equals("DONE"),
                    outcome.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' '));
        }
    }

    private Answer carryOut(Action action, InstanceSnapshot before, String reason) {
        InstanceId id = before.id();
        return host == null ? byStore(action, id, reason) : byHost(host, action, id, reason);
    }

    private Answer byStore(Action action, InstanceId id, String reason) {
        return Answer.of(
                switch (action) {
                    case SUSPEND -> store.commands().execute(id, SuspendInstance.because(reason));
                    case RESUME -> store.commands().execute(id, ResumeInstance.now());
                    case RELEASE -> store.commands().execute(id, ForceRelease.now());
                    case DELETE -> store.commands().execute(id, DeleteInstance.now());
                    case RETRY, TERMINATE, REDRIVE -> throw new IllegalArgumentException(action + " needs a host");
                });
    }

    private Answer byHost(WorkflowHost by, Action action, InstanceId id, String reason) {
        return switch (action) {
            case SUSPEND -> Answer.of(by.control().suspend(id, reason));
            case RESUME -> Answer.of(by.control().resume(id));
            case RETRY -> Answer.of(by.control().retry(id));
            case TERMINATE -> Answer.of(by.control().terminate(id, reason));
            case RELEASE -> Answer.of(by.control().forceRelease(id));
            case DELETE -> Answer.of(by.control().delete(id));
            case REDRIVE -> redrive(by, id);
        };
    }

    private static Answer redrive(WorkflowHost by, InstanceId id) {
        List<UnsentMessage> sent = await(by.outboxes().messages(id)).stream()
                .filter(UnsentMessage::isDead)
                .toList();
        List<PostedMessage> posted = await(by.mailboxes().messages(id)).stream()
                .filter(message -> message.state() == PostedMessage.State.DEAD)
                .toList();
        if (sent.isEmpty() && posted.isEmpty()) {
            return new Answer(false, "it has no dead letters");
        }
        List<Supplier<CompletableFuture<Boolean>>> redrives = new ArrayList<>();
        sent.forEach(message -> redrives.add(() -> by.outboxes().redrive(message)));
        posted.forEach(message -> redrives.add(() -> by.mailboxes().redrive(message)));
        return redrive(redrives);
    }

    private static Answer redrive(List<Supplier<CompletableFuture<Boolean>>> redrives) {
        long done = 0;
        List<String> refusals = new ArrayList<>();
        for (Supplier<CompletableFuture<Boolean>> each : redrives) {
            try {
                done += isRedriven(each, refusals) ? 1 : 0;
            } catch (WorkflowHostException refusal) {
                // Nothing of it was kept, and the host would not take the next one: it stops, is full, or the instance
                // is at work.
                refusals.add(SafeText.line(refusal.getMessage()));
                break;
            } catch (InstanceStoreException failure) {
                if (done == 0 || failure.effect() == InstanceStoreException.Effect.UNKNOWN) {
                    throw failure;
                }
                // It had no effect, and those before it had.
                refusals.add(SafeText.line(failure.getMessage()));
                break;
            }
        }
        String words = done + " of " + redrives.size() + " dead letters are redriven";
        return new Answer(done > 0, refusals.isEmpty() ? words : words + ": " + refusals.get(0));
    }

    /** A host refuses by this exception, and has then changed nothing; without an answer in time it has a cause. */
    private static boolean isRedriven(Supplier<CompletableFuture<Boolean>> redrive, List<String> refusals) {
        try {
            return await(redrive.get());
        } catch (IllegalStateException refused) {
            if (refused.getCause() != null) {
                throw refused;
            }
            refusals.add(SafeText.line(refused.getMessage()));
            return false;
        }
    }

    private Optional<InstanceSnapshot> peek(InstanceId id) {
        return store.commands().execute(id, LoadInstance.of(LoadMode.peek())).loaded();
    }

    private static <T> T await(CompletableFuture<T> answer) {
        return Answers.await(answer, LONGEST);
    }
}
