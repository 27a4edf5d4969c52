// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.host.async.HostThreads;
import dev.rehydrate.host.lifecycle.CollectedSettings;
import dev.rehydrate.host.lifecycle.HostParts;
import dev.rehydrate.host.lifecycle.KnownOperations;
import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.host.owner.StoreAccess;
import dev.rehydrate.host.state.Retention;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Collects the settings of a host. Not safe for use by many threads. */
public final class HostBuilder {

    private final InstanceStore store;
    private final List<WorkflowDefinition<?>> definitions = new ArrayList<>();
    private final CollectedSettings settings = new CollectedSettings();
    private @Nullable MessageRouter router;
    private @Nullable Executor executor;
    private boolean virtualThreads;

    HostBuilder(InstanceStore store) {
        this.store = store;
    }

    /**
     * Adds a definition.
     *
     * @param definition what this host can run
     * @return this
     * @throws IllegalArgumentException if there is one with this name and version already
     */
    public HostBuilder definition(WorkflowDefinition<?> definition) {
        if (definitions.stream().anyMatch(known -> known.identity().equals(definition.identity()))) {
            throw new IllegalArgumentException("there are two definitions " + definition);
        }
        definitions.add(definition);
        return this;
    }

    /**
     * Names the host in events, in log lines, and in answers about instances that it holds.
     *
     * @param name the name, not blank; default {@code host}
     * @return this
     * @throws IllegalArgumentException if it is blank
     */
    public HostBuilder node(String name) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("the name of a host must not be blank: events and log lines name it so");
        }
        settings.node = name;
        return this;
    }

    /**
     * Sets the host type by a name that stays when definitions are added or renamed. The host type of an instance is that of the host
     * that began it, for ever, and only hosts of this type look after its timers, its unsent messages and its mailbox while no host has
     * it in memory. All else that the host says of itself as an owner stays as it is by default: the definitions that it runs, so that it is
     * not offered instances of others, and its name.
     *
     * @param name the same for all hosts that can take over from each other, in all releases. Default: the names of the definitions
     *     in their alphabetical order, with {@code +} between them, which is another one with each definition more.
     * @return this
     * @throws IllegalArgumentException if it is blank. {@link #start} throws it if {@link #owner}, which says the host type too, was called.
     */
    public HostBuilder hostType(String name) {
        settings.hostType = OwnerDescription.ofType(name).hostType();
        return this;
    }

    /**
     * Sets all that the host says of itself as an owner. To say only the host type, use {@link #hostType}: a description without a
     * filter of definitions takes each instance of its host type, also those that this host cannot run, which it then gives back with a
     * warning, again and again; and one without published facts does not say the name of the host to others.
     *
     * @param description its host type, for which hosts it can take over, and what else it says; default: see {@link #hostType}
     * @return this
     */
    public HostBuilder owner(OwnerDescription description) {
        settings.owner = Objects.requireNonNull(description, "description");
        return this;
    }

    /**
     * Sets when idle instances are saved and unloaded.
     *
     * @param policy the policy; default is to unload after one minute
     * @return this
     */
    public HostBuilder idle(IdlePolicy policy) {
        settings.idle = Objects.requireNonNull(policy, "policy");
        return this;
    }

    /**
     * Sets when idle instances are unloaded.
     *
     * @param duration zero for after every turn; default one minute; {@link IdlePolicy#NEVER}
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public HostBuilder timeToUnload(Duration duration) {
        return idle(settings.idle.unloadAfter(duration));
    }

    /**
     * Sets when idle instances with unsaved changes are saved; of use with {@link Acknowledge#BEFORE_SAVE} only.
     *
     * @param duration zero for at once; default {@link IdlePolicy#NEVER}, which means not before the unload
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public HostBuilder timeToPersist(Duration duration) {
        return idle(settings.idle.persistAfter(duration));
    }

    /**
     * Sets what a reply means for an instance that stays in memory.
     *
     * @param when default after the save
     * @return this
     */
    public HostBuilder acknowledge(Acknowledge when) {
        settings.acknowledge = Objects.requireNonNull(when, "when");
        return this;
    }

    /**
     * Sets how long to wait between attempts at one call.
     *
     * @param waits default from 10 ms to 500 ms
     * @return this
     */
    public HostBuilder backoff(Backoff waits) {
        settings.backoff = Objects.requireNonNull(waits, "waits");
        return this;
    }

    /**
     * Limits how often the turn of one call is begun; then it fails with {@link AttemptsExhaustedException}, or as the store said.
     *
     * @param most default 100
     * @return this
     * @throws IllegalArgumentException if it is less than 1
     */
    public HostBuilder maxAttempts(int most) {
        settings.maxAttempts = Bounds.atLeastOne("attempts", most);
        return this;
    }

    /**
     * Sets what happens to a call whose instance is held elsewhere (contract §4.3). A post waits for its mailbox in any case.
     *
     * @param yes to ask again ({@link #backoff}) until its deadline, which is the default; or not, and answer {@code Busy} at once
     * @return this
     */
    public HostBuilder waitsForHolders(boolean yes) {
        settings.waitsForHolders = yes;
        return this;
    }

    /**
     * Sets where the messages go that turns send.
     *
     * @param takes takes them; by default there is none, and a turn that sends fails
     * @return this
     */
    public HostBuilder sink(OutboundSink takes) {
        settings.sink = Objects.requireNonNull(takes, "takes");
        return this;
    }

    /**
     * Sets the backoff for messages that the sink did not take, and for posted messages and timers whose turn has failed.
     *
     * @param waits default from one second to five minutes
     * @return this
     */
    public HostBuilder redelivery(Backoff waits) {
        settings.redelivery = Objects.requireNonNull(waits, "waits");
        return this;
    }

    /**
     * Sets after how many attempts a message becomes a dead letter, so that the messages behind it go on.
     *
     * @param most default 20
     * @return this
     * @throws IllegalArgumentException if it is less than 1
     */
    public HostBuilder maxSends(int most) {
        settings.maxSends = Bounds.atLeastOne("attempts", most);
        return this;
    }

    /**
     * Sets how long the sink may take for one message; longer counts as a failure.
     *
     * @param duration default thirty seconds
     * @return this
     * @throws IllegalArgumentException if it is not positive
     */
    public HostBuilder sinkTimeout(Duration duration) {
        settings.sinkTimeout = Bounds.positive("the timeout of the sink", duration);
        return this;
    }

    /**
     * Sets how long one delivery of a posted message may take. No other host takes the message for twice as long.
     *
     * @param duration default thirty seconds
     * @return this
     * @throws IllegalArgumentException if it is not positive, or longer than a year
     */
    public HostBuilder deliveryTime(Duration duration) {
        settings.deliveryTime = Bounds.upToAYear("the time of a delivery", duration);
        return this;
    }

    /**
     * Sets how many processed messages are remembered with each instance, so that a repeated one gets its first reply.
     *
     * @param count how many at most; default 32
     * @param age for how long at most; default one day
     * @return this
     * @throws IllegalArgumentException if one is not positive
     */
    public HostBuilder remember(int count, Duration age) {
        settings.remembered = new Retention(count, age);
        return this;
    }

    /**
     * Sets how long one command to the store may take; the deadline of a call may leave less.
     *
     * @param duration default ten seconds
     * @return this
     * @throws IllegalArgumentException if it is not positive
     */
    public HostBuilder storeTimeout(Duration duration) {
        settings.storeTimeout = Bounds.positive("the timeout of the store", duration);
        return this;
    }

    /**
     * Limits the calls that are under way or waiting; more are rejected at once.
     *
     * @param limit default 10,000
     * @return this
     * @throws IllegalArgumentException if it is less than 1
     */
    public HostBuilder maxCalls(int limit) {
        settings.limits = settings.limits.withCalls(Bounds.atLeastOne("calls", limit));
        return this;
    }

    /**
     * Limits the turns that are under way, with their loads and saves; what is beyond waits.
     *
     * @param limit default 1,000
     * @return this
     * @throws IllegalArgumentException if it is less than 1
     */
    public HostBuilder maxTurns(int limit) {
        settings.limits = settings.limits.withTurns(Bounds.atLeastOne("turns", limit));
        return this;
    }

    /**
     * Limits the instances in memory; those that leave it after every turn do not count. Beyond it: {@link HostFullException}.
     *
     * @param limit default 100,000
     * @return this
     * @throws IllegalArgumentException if it is less than 1
     */
    public HostBuilder maxInstancesInMemory(int limit) {
        settings.limits = settings.limits.withInstances(Bounds.atLeastOne("instances", limit));
        return this;
    }

    /**
     * Sets the monotonic clock and the scheduler, usually those of the store. What is stored is stamped with the store's time.
     *
     * @param source default the machine's
     * @return this
     */
    public HostBuilder time(TimeSource source) {
        settings.time = Objects.requireNonNull(source, "source");
        return this;
    }

    /**
     * Sets where the random part of waits comes from.
     *
     * @param generator safe for use by many threads
     * @return this
     */
    public HostBuilder random(RandomGenerator generator) {
        settings.random = Objects.requireNonNull(generator, "generator");
        return this;
    }

    /**
     * Sets the listener for events of the host.
     *
     * @param told the listener; by default there is none
     * @return this
     */
    public HostBuilder listener(HostListener told) {
        settings.listener = Objects.requireNonNull(told, "told");
        return this;
    }

    /**
     * Sets the router that brings messages to the host beside the member that stores their instance.
     *
     * @param brings the router; by default there is none, and every message is worked on by the host that gets it
     * @return this
     */
    public HostBuilder router(MessageRouter brings) {
        router = Objects.requireNonNull(brings, "brings");
        return this;
    }

    /**
     * Sets the threads that run turns. A call that they refuse fails, and nothing of it is done; timers come after a pause.
     *
     * @param threads bounded; not shut down with the host. Default: its own, twice as many as processors, four at least.
     * @return this
     */
    public HostBuilder executor(Executor threads) {
        executor = Objects.requireNonNull(threads, "threads");
        return this;
    }

    /**
     * Lets the host run each turn in a virtual thread of its own, if the JDK has them (from 21 on) and no {@link #executor} is set.
     *
     * @return this
     */
    public HostBuilder virtualThreads() {
        virtualThreads = true;
        return this;
    }

    /**
     * Lets a thread that waits in {@link WorkflowHost#call} run its turn, if its message is the next one. For short handlers: no deadline
     * ends them. One that fails because that thread is interrupted runs again, also without retries. Default: it does not.
     *
     * @return this
     */
    public HostBuilder callersRunTurns() {
        settings.callersRunTurns = true;
        return this;
    }

    /**
     * Registers the host as an owner and starts it.
     *
     * @return the host, ready for calls
     * @throws IllegalArgumentException if there is no definition, one of them cannot be run on this store, or both {@link #hostType} and
     *     {@link #owner} were called; nothing was started
     * @throws IllegalStateException if the store is closed or being closed; nothing was started
     * @throws dev.rehydrate.command.failure.InstanceStoreException if the store cannot register the host; nothing was started
     * @throws java.util.concurrent.CancellationException if the thread is interrupted while it waits for the store, and stays so;
     *     nothing was started
     */
    public WorkflowHost start() {
        var operations = KnownOperations.of(definitions, store);
        HostThreads threads =
                executor == null ? HostThreads.of(settings.node, virtualThreads) : HostThreads.given(executor);
        settings.tellDefaultType(definitions);
        HostParts parts = HostParts.assembled(settings(), new StoreAccess(store, threads), definitions, operations);
        return parts.registered(end -> new WorkflowHost(parts, parts.forwarder(router), end), threads::shutdown);
    }

    HostSettings settings() {
        return settings.of(store, definitions);
    }
}
