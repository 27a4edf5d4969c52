// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.junit;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.host.HostBuilder;
import dev.rehydrate.host.HostEvent;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Gives each test a farm of its own: hosts by name on one memory, with time moved by hand.
 *
 * <pre>{@code
 * @RegisterExtension
 * final TestFarm farm = TestFarm.with(DEFINITION);
 * }</pre>
 *
 * <p>Turns run in the thread that calls, and timers in the thread that moves time: when a call returns, all is done that is
 * to be done at that moment. A call that has to wait, for a host that holds the instance, for a lease or for the claim of a save
 * that was cut off, goes on when time is moved: begin it with {@code callAsync}. A call that blocks instead fails after two
 * seconds of real time in which no thread has moved time, with an {@code IllegalStateException} that says what it waits for.
 *
 * <p>Every host has a store of its own, as in a process of its own. Values pass through a codec, JSON unless another is
 * chosen, so that a state that cannot be stored is found out.
 *
 * <p>For one test at a time: as a static field it must not be used by tests that run at the same time.
 */
public final class TestFarm implements BeforeEachCallback, AfterEachCallback {

    /** The name of the host that is used when none is named. */
    public static final String HOST = "host";

    private final FarmSettings settings;
    private @Nullable RunningFarm running;

    private TestFarm(FarmSettings settings) {
        this.settings = settings;
    }

    /**
     * A farm whose hosts run some definitions.
     *
     * @param definitions at least one
     * @return the farm, to be registered as an extension
     * @throws IllegalArgumentException if there is no definition
     */
    public static TestFarm with(WorkflowDefinition<?>... definitions) {
        if (definitions.length == 0) {
            throw new IllegalArgumentException("a farm needs at least one definition");
        }
        return new TestFarm(FarmSettings.of(definitions));
    }

    /**
     * The same farm at another time.
     *
     * @param start what the clocks show when a test begins; by default the beginning of 2026, in UTC
     * @return a farm to be registered instead of this one
     */
    public TestFarm startingAt(Instant start) {
        return new TestFarm(new FarmSettings(
                settings.definitions(), Objects.requireNonNull(start, "start"), settings.values(), settings.hosts()));
    }

    /**
     * The same farm with another codec.
     *
     * @param values how values become bytes; by default JSON
     * @return a farm to be registered instead of this one
     */
    public TestFarm storing(ValueEncoding values) {
        return new TestFarm(new FarmSettings(
                settings.definitions(), settings.start(), Objects.requireNonNull(values, "values"), settings.hosts()));
    }

    /**
     * The same farm with other settings of all its hosts.
     *
     * @param hosts changes settings; clocks, threads and listener are those of the farm all the same
     * @return a farm to be registered instead of this one
     */
    public TestFarm configuring(UnaryOperator<HostBuilder> hosts) {
        return new TestFarm(new FarmSettings(
                settings.definitions(), settings.start(), settings.values(), Objects.requireNonNull(hosts, "hosts")));
    }

    /** Begins a farm; called by JUnit. */
    @Override
    public void beforeEach(ExtensionContext context) {
        running = new RunningFarm(settings);
    }

    /** Ends the farm with all its hosts; called by JUnit. */
    @Override
    public void afterEach(ExtensionContext context) {
        RunningFarm ended = running;
        running = null;
        if (ended != null) {
            ended.close();
        }
    }

    /** {@return the host with the name {@value #HOST}, started when it is first asked for} */
    public WorkflowHost host() {
        return host(HOST);
    }

    /**
     * Finds a host; it is started when it is first asked for, and again when it was stopped or killed before.
     *
     * @param name its name, which its events show as their node
     * @return the running host
     * @throws IllegalStateException if no test is running
     */
    public WorkflowHost host(String name) {
        return farm().host(Objects.requireNonNull(name, "name"), UnaryOperator.identity());
    }

    /**
     * Starts a host with settings of its own.
     *
     * @param name its name
     * @param own changes settings, after {@link #configuring}
     * @return the running host
     * @throws IllegalArgumentException if there is a running host of this name
     * @throws IllegalStateException if no test is running
     */
    public WorkflowHost start(String name, UnaryOperator<HostBuilder> own) {
        if (farm().hasHost(name)) {
            throw new IllegalArgumentException("there is a running host '" + name + "' already");
        }
        return farm().host(name, own);
    }

    /**
     * Stops a host in good order: what it has in memory is saved and given back. Calls that wait go on waiting while time is
     * moved, for {@link WorkflowHost#CLOSE_TIME} at most.
     *
     * @param name its name
     * @throws IllegalArgumentException if there is no running host of this name
     * @throws IllegalStateException if no test is running
     */
    public void stop(String name) {
        farm().stop(name);
    }

    /**
     * Lets a host die where it stands: nothing that it does from now on reaches the store, and what it holds is free for
     * others when its lease has passed.
     *
     * @param name its name
     * @throws IllegalArgumentException if there is no running host of this name
     * @throws IllegalStateException if no test is running
     */
    public void kill(String name) {
        farm().kill(name);
    }

    /**
     * Moves time for all hosts. What is due on the way is done, each at its own moment.
     *
     * @param by how far; zero does what is due now
     * @throws IllegalArgumentException if it is negative
     * @throws IllegalStateException if no test is running
     */
    public void advance(Duration by) {
        farm().time().advance(by);
    }

    /** {@return the clocks of this farm, which show the present and can be moved too} */
    public ManualTime time() {
        return farm().time();
    }

    /** {@return what the hosts have done in this test, the oldest first, since it was last forgotten} */
    public List<HostEvent> events() {
        return List.copyOf(farm().events());
    }

    /**
     * What the hosts have done of one kind.
     *
     * @param kind the kind
     * @return the oldest first
     */
    public List<HostEvent> events(HostEvent.Kind kind) {
        return events().stream().filter(event -> event.kind() == kind).toList();
    }

    /** Forgets the events so far. */
    public void forgetEvents() {
        farm().events().clear();
    }

    /**
     * Looks at what is stored, without touching it; what is only in the memory of a host does not show.
     *
     * @param id the instance
     * @return what is stored in whatever state, or empty if there is no such instance
     */
    public Optional<InstanceSnapshot> stored(InstanceId id) {
        return farm().stored(id);
    }

    /**
     * Looks at what is stored, without touching it.
     *
     * @param key a key of the instance
     * @return what is stored in whatever state, or empty if no instance has the key
     */
    public Optional<InstanceSnapshot> stored(CorrelationKey key) {
        return farm().stored(key);
    }

    private RunningFarm farm() {
        RunningFarm present = running;
        if (present == null) {
            throw new IllegalStateException(
                    "the farm is there during a test only: register it with @RegisterExtension, and use it in test"
                            + " methods, @BeforeEach and @AfterEach");
        }
        return present;
    }
}
