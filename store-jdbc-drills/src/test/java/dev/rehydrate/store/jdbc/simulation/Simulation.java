// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.simulation;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.drill.Event;
import dev.rehydrate.store.hazelcast.drill.Event.Created;
import dev.rehydrate.store.hazelcast.drill.Event.Odd;
import dev.rehydrate.store.hazelcast.drill.Event.Result;
import dev.rehydrate.store.hazelcast.drill.Findings;
import dev.rehydrate.store.hazelcast.drill.HistoryCheck;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Several stores over one backend, their clients, and crashes, in one thread: all that happens is drawn from the seed, so the same
 * seed is the same history.
 */
final class Simulation {

    private static final Duration LEASE = Duration.ofSeconds(20);
    private static final Duration STEP = Duration.ofMillis(20);
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    /** Longer than slots remember the commands of what is over. */
    private static final Duration SILENCE = StoreOptions.SHORTEST_MEMORY_RETENTION.plusMinutes(4);

    private final SplittableRandom random;
    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final Ledger ledger = new Ledger();
    private final Cast cast;
    private final Backend backend;
    private final List<SimulatedProcess> processes = new ArrayList<>();
    private final List<InstanceId> owned = new ArrayList<>();
    private int working;
    private int number;

    Simulation(long seed, BiFunction<SplittableRandom, ManualTime, Backend> backends) {
        SeededRandomness.begin(seed);
        this.random = new SplittableRandom(seed);
        this.cast = Cast.drawnFrom(random.split());
        this.backend = backends.apply(random.split(), time);
    }

    /**
     * What a simulation has shown.
     *
     * @param findings what is wrong
     * @param events everything that the clients were told
     * @param troubles how many calls of the backend went wrong
     * @param shared how many entries of a shared cache were handed out
     */
    record Outcome(Findings findings, List<Event> events, long troubles, long shared) {

        /** A number that differs when anything has happened in another way. */
        int fingerprint() {
            return events.hashCode();
        }
    }

    /** Runs it from the beginning to the end. */
    Outcome run() {
        SimulatedProcess first = start();
        cast.held().forEach(instance -> create(first, instance));
        backend.disturb();
        int phases = random.nextInt(4) == 0 ? 2 : 1;
        for (int phase = 0; phase < phases; phase++) {
            if (phase > 0) {
                time.advance(SILENCE);
                ledger.forgetCommands();
            }
            live(phase == 0 ? 2 + random.nextInt(2) : 1);
        }
        backend.heal();
        settle();
        ledger.endDoubts();
        processes.stream().filter(SimulatedProcess::isAlive).forEach(this::show);
        show(start());
        backend.violations().forEach(what -> ledger.add(new Odd(what)));
        return new Outcome(HistoryCheck.of(ledger.events()), ledger.events(), backend.troubles(), backend.shared());
    }

    private SimulatedProcess start() {
        String name = "p" + ++number;
        SimulatedProcess process = new SimulatedProcess(name, alive -> backend.open(options(alive), alive));
        processes.add(process);
        return process;
    }

    private StoreOptions options(BooleanSupplier alive) {
        return StoreOptions.defaults()
                .withTime(new SimulatedTime(time, alive))
                .withLease(LEASE)
                .withPeriods(Duration.ofSeconds(5), Duration.ofSeconds(15))
                .withClaimGrace(Duration.ofMillis(50))
                .withMemoryRetention(StoreOptions.SHORTEST_MEMORY_RETENTION);
    }

    private void create(SimulatedProcess process, InstanceId instance) {
        CommandId id = new CommandId(random.nextLong(), random.nextLong());
        InstanceChanges<InstanceValue> data = InstanceChanges.data(Map.of("round", 1));
        await(() -> process.handle(instance)
                .thenCompose(handle -> process.execute(handle, new CreateInstance(id, data, AfterSave.RELEASE))));
        ledger.add(new Created(instance.toString(), ledger.now()));
    }

    private <T> T await(Supplier<CompletableFuture<T>> call) {
        CompletableFuture<T> answer = call.get();
        for (Duration waited = Duration.ZERO; !answer.isDone(); waited = waited.plus(STEP)) {
            if (waited.compareTo(PATIENCE) > 0) {
                throw new AssertionError("no answer within " + PATIENCE);
            }
            time.advance(STEP);
        }
        return answer.join();
    }

    private void live(int more) {
        processes.stream().filter(SimulatedProcess::isAlive).forEach(this::populate);
        for (int i = 0; i < more - 1; i++) {
            populate(start());
        }
        int crashes = random.nextInt(3);
        for (int i = 0; i < crashes; i++) {
            time.schedule(Duration.ofMillis(random.nextInt(3_000)), this::crash);
        }
        for (Duration waited = Duration.ZERO; working > 0; waited = waited.plus(STEP)) {
            if (waited.compareTo(PATIENCE) > 0) {
                ledger.add(new Odd(working + " clients have not come to their end"));
                return;
            }
            time.advance(STEP);
        }
    }

    private void crash() {
        List<SimulatedProcess> alive =
                processes.stream().filter(SimulatedProcess::isAlive).toList();
        if (alive.isEmpty()) {
            return;
        }
        alive.get(random.nextInt(alive.size())).crash();
        clients.removeIf(client -> !client.process.isAlive());
        working = clients.size();
        time.schedule(Duration.ofMillis(random.nextInt(30_000)), () -> populate(start()));
    }

    private final List<Running> clients = new ArrayList<>();

    /** A client and what is left for it to do. */
    private final class Running {
        private final SimulatedProcess process;
        private final Client client;
        private final SplittableRandom pauses;
        private int left;

        private Running(SimulatedProcess process, Client client, SplittableRandom pauses, int left) {
            this.process = process;
            this.client = client;
            this.pauses = pauses;
            this.left = left;
        }

        private void next() {
            if (!process.isAlive()) {
                return;
            }
            if (left-- == 0) {
                clients.remove(this);
                working = clients.size();
                return;
            }
            var unused = client.step().whenComplete((done, failure) -> {
                if (failure != null) {
                    ledger.add(new Odd("a client has failed: " + failure));
                }
                plan();
            });
        }

        private void plan() {
            time.schedule(Duration.ofMillis(pauses.nextInt(1, 60)), this::next);
        }
    }

    private void populate(SimulatedProcess process) {
        int count = 2 + random.nextInt(2);
        for (int i = 1; i <= count; i++) {
            Client client =
                    new Client(process, ledger, cast, process.name() + "." + i + "." + ++number, random.split());
            owned.addAll(client.own());
            Running running = new Running(process, client, random.split(), 10 + random.nextInt(15));
            clients.add(running);
            running.plan();
        }
        working = clients.size();
    }

    /** Waits until nothing that was begun goes on. */
    private void settle() {
        time.advance(LEASE.multipliedBy(3));
        processes.stream()
                .filter(SimulatedProcess::isAlive)
                .filter(process -> process.unanswered() > 0)
                .forEach(process -> ledger.add(
                        new Odd(process.unanswered() + " commands of " + process.name() + " were never answered")));
    }

    private void show(SimulatedProcess process) {
        Reporter reporter = new Reporter(process, ledger);
        cast.shared().forEach(instance -> shown(() -> reporter.watch(instance, LoadMode.authoritative())));
        owned.forEach(instance -> shown(() -> reporter.watch(instance, LoadMode.authoritative())));
        cast.keys().forEach(key -> shown(() -> reporter.watch(key)));
        cast.held().forEach(instance -> shown(() -> reporter.show(instance)));
    }

    private void shown(Supplier<CompletableFuture<Reporter.Loan>> look) {
        for (int attempts = 0; attempts < 5; attempts++) {
            Reporter.Loan loan = await(look);
            Reporter.close(loan);
            if (loan.result() != Result.TROUBLE) {
                return;
            }
        }
        ledger.add(new Odd("an instance cannot be shown although nothing goes wrong any more"));
    }
}
