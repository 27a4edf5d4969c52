// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.host.ControlResult;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.host.WorkflowHostException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.operations.action.Action;
import dev.rehydrate.operations.action.ActionReport;
import dev.rehydrate.operations.action.InstanceActions;
import dev.rehydrate.store.InstanceStore;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * What operators do with instances of a host, and what they import, while a drill runs: each instance gets one action. What has been acknowledged is
 * written down, so that a later process finds it.
 */
final class OperatorLoad {

    private static final Duration END = Duration.ofSeconds(60);
    private static final Duration BREATH = Duration.ofMillis(50);
    private static final Duration DEAD = Duration.ofSeconds(20);
    private static final String NODE = "drill";

    private final InstanceStore store;
    private final OperatedWorkflow workflow;
    private final OperatorLog log;
    private final String name;
    private final ImportedInstances imports;
    private final Thread thread;
    private volatile boolean ended;
    private int number;

    /**
     * Begins.
     *
     * @param store the store
     * @param workflow whose instances they are
     * @param log where to write what was acknowledged
     * @param name names the instances, different from those of each other load
     */
    OperatorLoad(InstanceStore store, OperatedWorkflow workflow, OperatorLog log, String name) {
        this.store = store;
        this.workflow = workflow;
        this.log = log;
        this.name = name;
        this.imports = new ImportedInstances(store);
        this.thread = new Thread(this::run, "operator");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        while (!ended) {
            try (WorkflowHost host = workflow.host(store, name)) {
                work(host);
            } catch (InstanceStoreException | IllegalStateException notNow) {
                // There is no owner to be had at the moment, or this process ends.
                LockSupport.parkNanos(BREATH.toNanos());
            }
        }
    }

    private void work(WorkflowHost host) {
        while (!ended) {
            OperatorLog.Kind[] kinds = OperatorLog.Kind.values();
            OperatorLog.Kind kind = kinds[number % kinds.length];
            number++;
            try {
                InstanceId done = act(host, kind, name + "-" + number);
                if (done != null) {
                    log.acknowledged(kind, done);
                }
            } catch (InstanceStoreException | WorkflowHostException inDoubt) {
                // Whether it was done is not known, so nothing is expected of this instance.
                LockSupport.parkNanos(BREATH.toNanos());
            }
            LockSupport.parkNanos(BREATH.toNanos());
        }
    }

    /** {@return the instance, or null if nothing was acknowledged} */
    private @Nullable InstanceId act(WorkflowHost host, OperatorLog.Kind kind, String instance) {
        return switch (kind) {
            case IMPORTED, IMPORTED_ENDED, IMPORTED_WITH_ENDED_KEYS -> imports.create(kind, instance);
            default -> operate(host, kind, workflow.begin(host, instance), instance);
        };
    }

    private @Nullable InstanceId operate(WorkflowHost host, OperatorLog.Kind kind, InstanceId id, String instance) {
        boolean done = switch (kind) {
            case SUSPENDED -> perform(host, Action.SUSPEND, id);
            case RESUMED -> perform(host, Action.SUSPEND, id) && perform(host, Action.RESUME, id);
            case RETRIED -> workflow.fail(host, instance) && perform(host, Action.RETRY, id);
            case TERMINATED -> perform(host, Action.TERMINATE, id);
            case CANCELLED -> host.control().cancel(id) == ControlResult.DONE;
            case DELETED -> perform(host, Action.DELETE, id);
            case REDRIVEN -> redrive(host, id);
            default -> throw new IllegalArgumentException(kind + " is no action on an instance of a host");
        };
        return done ? id : null;
    }

    private boolean redrive(WorkflowHost host, InstanceId id) {
        Awaitility.await()
                .atMost(DEAD)
                .until(() -> host.outboxes().messages(id).join().stream().anyMatch(message -> message.isDead()));
        workflow.mend(id);
        return perform(host, Action.REDRIVE, id);
    }

    private boolean perform(WorkflowHost host, Action action, InstanceId id) {
        ActionReport report = new InstanceActions(store, host).perform(action, id, OperatorLog.REASON, NODE);
        if (report.result() == ActionReport.Result.NOT_VERIFIED) {
            log.wrong(report.toString());
        }
        return report.result() == ActionReport.Result.VERIFIED;
    }

    /** Begins no more, and waits for the action under way. */
    void end() throws InterruptedException {
        ended = true;
        thread.join(END.toMillis());
    }
}
