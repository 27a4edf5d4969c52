// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.owner;

import dev.rehydrate.host.Acknowledge;
import dev.rehydrate.host.Backoff;
import dev.rehydrate.host.HostListener;
import dev.rehydrate.host.IdlePolicy;
import dev.rehydrate.host.OutboundSink;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.state.Retention;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What a host was started with.
 *
 * @param node its name in events, log lines and messages
 * @param description its metadata as an owner
 * @param idle when instances are saved and unloaded
 * @param acknowledge when replies are given
 * @param retry the retry policy of calls
 * @param storeTimeout how long one command may take
 * @param limits how much may be going on at once
 * @param redelivery how long to wait before something that failed is tried again
 * @param sink where messages are sent, or null
 * @param delivery how posted messages are delivered
 * @param remembered how much is remembered of processed messages
 * @param time the scheduler, and the monotonic clock for times inside this host: deadlines, pauses, idle times
 * @param clock the time of the store, for times that are stored or compared with stored ones
 * @param random for the pauses
 * @param listener gets the events of the host
 * @param holdCostsCommit whether a hold costs as much as a save on this store
 * @param callersRunTurns whether a caller that waits runs its turn itself
 */
public record HostSettings(
        String node,
        OwnerDescription description,
        IdlePolicy idle,
        Acknowledge acknowledge,
        RetryPolicy retry,
        Duration storeTimeout,
        Limits limits,
        Backoff redelivery,
        @Nullable SendPolicy sink,
        DeliveryPolicy delivery,
        Retention remembered,
        TimeSource time,
        InstantSource clock,
        RandomGenerator random,
        HostListener listener,
        boolean holdCostsCommit,
        boolean callersRunTurns) {

    /**
     * The limits of what is under way.
     *
     * @param calls how many calls may be under way or waiting
     * @param turns how many turns may be under way
     * @param instances how many instances may be in memory
     */
    public record Limits(int calls, int turns, int instances) {

        /** {@return how many posted messages may be on their way at once: half of the turns is left to callers, who wait for an answer} */
        public int deliveries() {
            return Math.max(1, turns / 2);
        }

        public Limits withCalls(int most) {
            return new Limits(most, turns, instances);
        }

        public Limits withTurns(int most) {
            return new Limits(calls, most, instances);
        }

        public Limits withInstances(int most) {
            return new Limits(calls, turns, most);
        }
    }

    /**
     * How often and with which backoff calls are retried.
     *
     * @param backoff how long to wait between attempts at one call
     * @param most how often a turn is begun at most
     * @param waitsForHolders whether to wait for an instance that is held elsewhere
     */
    public record RetryPolicy(Backoff backoff, int most, boolean waitsForHolders) {}

    /**
     * How messages are sent.
     *
     * @param sink takes them
     * @param most after how many attempts a message is a dead letter
     * @param timeout how long the sink may take
     */
    public record SendPolicy(OutboundSink sink, int most, Duration timeout) {}

    /**
     * How posted messages are delivered.
     *
     * @param time how long one delivery may take
     * @param most after how many deliveries a message is a dead letter
     */
    public record DeliveryPolicy(Duration time, int most) {}

    public Optional<SendPolicy> sending() {
        return Optional.ofNullable(sink);
    }

    /** Whether instances of a definition leave memory after every turn. */
    public boolean leavesAtOnce(WorkflowDefinition<?> definition) {
        return idle.unloadsAtOnce() || isOptimistic(definition);
    }

    /** Whether turns of a definition take no hold here. */
    public boolean isOptimistic(WorkflowDefinition<?> definition) {
        return definition.isOptimistic(idle, holdCostsCommit);
    }
}
