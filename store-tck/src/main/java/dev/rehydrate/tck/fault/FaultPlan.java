// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.fault;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StorageException;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Which step of a store goes wrong, and how. Steps are counted from the moment at which a fault is planned, so that a test
 * can try a command with a fault at its first step, its second, and so on until it passes without meeting one.
 *
 * <p>Give it to a store with {@code options.withDecorator(plan::decorate)}. Safe for use by many threads.
 */
public final class FaultPlan {

    private final Gate gate = new Gate();
    private Set<Step> kinds = EnumSet.allOf(Step.class);
    private Fault fault = Fault.FAIL_BEFORE;
    private int hitAt;
    private int steps;
    private int plans;
    private boolean hit;
    private boolean dead;

    /** Makes a plan by which nothing goes wrong. */
    public FaultPlan() {}

    /**
     * Puts the plan between a store and its engine.
     *
     * @param engine the engine
     * @return the same engine with the faults of this plan
     */
    public StorageEngine decorate(StorageEngine engine) {
        return new FaultInjectingEngine(engine, this);
    }

    /**
     * Lets a step go wrong, once; what was planned before is forgotten.
     *
     * @param planned how
     * @param step which one from now on, at least 1
     */
    public void inject(Fault planned, int step) {
        inject(planned, step, EnumSet.allOf(Step.class));
    }

    /**
     * Lets a step of some kinds go wrong, once; what was planned before is forgotten, and steps of other kinds are not
     * counted and do not die.
     *
     * @param planned how
     * @param step which one of these kinds from now on, at least 1
     * @param only the kinds
     */
    public synchronized void inject(Fault planned, int step, Set<Step> only) {
        fault = planned;
        hitAt = step;
        kinds = EnumSet.copyOf(only);
        steps = 0;
        hit = false;
        plans++;
        gate.shut();
    }

    /** Lets nothing go wrong any more, and lets go what is held back. A store that died comes back. */
    public void open() {
        synchronized (this) {
            hitAt = 0;
            dead = false;
        }
        gate.open();
    }

    /** {@return how many steps were counted since a fault was planned} */
    public synchronized int steps() {
        return steps;
    }

    /** {@return whether the step that was to go wrong was reached} */
    public synchronized boolean wasHit() {
        return hit;
    }

    /** What becomes of the next step; counts it. */
    <T> CompletionStage<T> through(Step kind, Supplier<CompletionStage<T>> step) {
        Verdict verdict = next(kind);
        return switch (verdict) {
            case RUN -> step.get();
            case FAIL_BEFORE -> failed(Effect.NONE);
            case FAIL_AFTER -> step.get().thenCompose(done -> failed(Effect.UNKNOWN));
            case HOLD_BACK -> gate.opened().thenCompose(opened -> step.get());
            case HOLD_ANSWER -> heldAnswer(step.get());
        };
    }

    /** Reached is a step whose answer is held back when there is one: until then others may still come before it. */
    private <T> CompletionStage<T> heldAnswer(CompletionStage<T> answer) {
        int plan = number();
        var unused = answer.whenComplete((done, failure) -> answered(plan));
        return gate.opened().thenCompose(opened -> answer);
    }

    private synchronized int number() {
        return plans;
    }

    private synchronized void answered(int plan) {
        hit = hit || plan == plans;
    }

    private enum Verdict {
        RUN,
        FAIL_BEFORE,
        FAIL_AFTER,
        HOLD_BACK,
        HOLD_ANSWER
    }

    private synchronized Verdict next(Step kind) {
        if (!kinds.contains(kind)) {
            return Verdict.RUN;
        }
        steps++;
        if (dead) {
            return Verdict.FAIL_BEFORE;
        }
        if (steps != hitAt) {
            return Verdict.RUN;
        }
        hit = fault != Fault.HOLD_ANSWER;
        dead = fault == Fault.DIE || fault == Fault.DIE_AFTER;
        return switch (fault) {
            case DIE, FAIL_BEFORE -> Verdict.FAIL_BEFORE;
            case DIE_AFTER, FAIL_AFTER -> Verdict.FAIL_AFTER;
            case HOLD_BACK -> Verdict.HOLD_BACK;
            case HOLD_ANSWER -> Verdict.HOLD_ANSWER;
        };
    }

    private static <T> CompletableFuture<T> failed(Effect effect) {
        return CompletableFuture.failedFuture(new StorageException(effect, "a fault on purpose", null));
    }
}
