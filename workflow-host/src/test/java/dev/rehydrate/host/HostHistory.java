// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.correlation.KeyAlgorithm;
import dev.rehydrate.host.HistoryLedger.Known;
import dev.rehydrate.host.HistoryLedger.Sent;
import dev.rehydrate.host.async.Failures;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.tck.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Hosts on one data, each with a store of its own, senders and an administrator. A seed decides what they do and what goes wrong. */
final class HostHistory {

    static final int SENDERS = 4;
    private static final int NODES = 3;
    private static final Duration STEP = Duration.ofSeconds(1);
    private static final List<String> INSTANCES = List.of("a", "b", "c");

    /** A state to which each message adds its text. */
    record Notes(String name, List<String> entries) {

        private Notes and(String text) {
            List<String> all = new ArrayList<>(entries);
            all.add(text);
            return new Notes(name, all);
        }
    }

    /** A message; with a delay it also sets a timer. */
    record Note(String instance, String text, int delay) {}

    private static final Correlation<Note> BY_NAME =
            Correlation.<Note>content("notes").part("Name", Note::instance);

    private final ManualTime time = ManualTime.startingAt(Instant.parse("2026-01-01T00:00:00Z"));
    private final HistoryLedger ledger = new HistoryLedger();
    private final List<Sender> senders = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final Function<StoreOptions, InstanceStore> stores;
    private final Runnable rest;
    private final Random random;
    private final InstanceStore observer;
    private final Operation<Notes, Note, String> tick = Operation.mustExist("Tick", Note.class)
            .correlatedBy(BY_NAME)
            .handledBy((turn, notes, note) -> write(turn, notes.and("tick-" + note.text())));
    private final Operation<Notes, Note, String> write = Operation.createOrGet("Write", Note.class)
            .correlatedBy(BY_NAME)
            .replying(String.class)
            .handledBy(this::write);
    private final WorkflowDefinition<Notes> definition;
    private final Duration timeToUnload;
    private boolean calm;
    private boolean broken;

    /**
     * Begins.
     *
     * @param seed decides all that is random
     * @param stores opens a store on the same data
     * @param rest returns when what the stores do in threads of their own is done
     */
    HostHistory(long seed, Function<StoreOptions, InstanceStore> stores, Runnable rest) {
        this.rest = rest;
        this.random = new Random(seed);
        this.stores = stores;
        this.observer = stores.apply(options());
        this.timeToUnload = Duration.ofSeconds(random.nextInt(3) * 10L);
        this.definition = WorkflowDefinition.of(
                        DefinitionIdentity.of("Notes", "1.0"), StateMapping.ofRecord(Notes.class))
                .with(write, tick)
                .completingBy(CompletionAction.KEEP)
                .concurrency(random.nextBoolean() ? ConcurrencyControl.OPTIMISTIC : ConcurrencyControl.PESSIMISTIC)
                .onUnhandledFailure(random.nextBoolean() ? UnhandledFailure.ABANDON : UnhandledFailure.SUSPEND);
        for (int i = 0; i < NODES; i++) {
            nodes.add(new Node(i));
        }
        for (int i = 0; i < SENDERS; i++) {
            senders.add(new Sender(i));
        }
    }

    private StoreOptions options() {
        return StoreOptions.defaults()
                .withTime(time)
                .withValues(ValueEncoding.with(JacksonCodec.builder().build()));
    }

    private String write(Turn<Notes> turn, Notes before, Note note) {
        if (broken && random.nextInt(3) == 0) {
            throw new IllegalStateException("the handler is broken");
        }
        turn.send("out", note.text());
        if (note.delay() > 0) {
            turn.scheduleAfter(note.text(), Duration.ofMillis(note.delay()), tick, note);
        }
        return write(turn, (before == null ? new Notes(note.instance(), List.of()) : before).and(note.text()));
    }

    private static String write(Turn<Notes> turn, Notes notes) {
        return turn.become(notes).name();
    }

    private static InstanceId home(String name) {
        return InstanceId.atHomeOf(CorrelationKey.of(KeyAlgorithm.SHA_256_128, "notes", Map.of("Name", name))
                .key());
    }

    /** A process with a host. */
    private final class Node {

        private final WorkflowHost host;
        private UnreliableEngine engine;

        Node(int number) {
            InstanceStore store =
                    stores.apply(options().withDecorator(inner -> engine = new UnreliableEngine(inner, time, random)));
            host = WorkflowHost.builder(store)
                    .node("n" + number)
                    .definition(definition)
                    .time(time)
                    .random(random)
                    .executor(Runnable::run)
                    .timeToUnload(timeToUnload)
                    .maxSends(4)
                    .remember(10_000, Duration.ofDays(9))
                    .sink(this::receive)
                    .start();
            engine.trouble(true);
        }

        private CompletionStage<Void> receive(OutboundMessage message) {
            int dice = calm ? 9 : random.nextInt(10);
            if (dice > 0 && !engine.isDead()) {
                ledger.receive(message.payload(String.class), message.id());
            }
            return dice > 1
                    ? CompletableFuture.completedFuture(null)
                    : CompletableFuture.failedFuture(new IllegalStateException("no receipt"));
        }
    }

    /** Sends one message after the other, each until it is acknowledged or the sender gives up. */
    private final class Sender {

        private final int number;
        private int count;
        private boolean atWork;

        Sender(int number) {
            this.number = number;
        }

        void begin() {
            if (!atWork) {
                atWork = true;
                String text = "%d-%04d".formatted(number, ++count);
                Sent message = new Sent(any(INSTANCES), text, number, random.nextBoolean(), random.nextInt(3) == 0);
                attempt(message, Known.NOT_DONE);
            }
        }

        private void attempt(Sent message, Known before) {
            ledger.know(message, before);
            Note note = new Note(message.instance(), message.text(), message.reminds() ? random.nextInt(9_000) + 1 : 0);
            WorkflowHost host = any(nodes).host;
            Duration patience = Duration.ofSeconds(1 + random.nextInt(30));
            CompletableFuture<?> answer = message.posted()
                    ? host.postAsync(
                            write, note, PostOptions.DEFAULT.within(patience).withMessageId(message.text()))
                    : host.callAsync(
                            write, note, CallOptions.DEFAULT.within(patience).withMessageId(message.text()));
            var unused = answer.whenComplete((done, failure) -> ended(message, before, done, failure));
        }

        private void ended(Sent message, Known before, Object done, Throwable failure) {
            if (done instanceof CallOutcome.Replied<?> || done instanceof PostReceipt) {
                ledger.know(message, Known.ACKNOWLEDGED);
                if (message.posted() || random.nextInt(4) > 0) {
                    atWork = false;
                } else {
                    attempt(message, Known.ACKNOWLEDGED);
                }
                return;
            }
            boolean lost = Failures.unwrapNullable(failure) instanceof InstanceStoreException told
                    && told.effect() == Effect.UNKNOWN;
            Known now = lost && before == Known.NOT_DONE ? Known.UNKNOWN : before;
            ledger.know(message, now);
            if (random.nextInt(4) == 0) {
                atWork = false;
            } else {
                time.schedule(Duration.ofSeconds(random.nextInt(5)), () -> attempt(message, now));
            }
        }
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    void run(int steps) {
        for (int i = 0; i < steps; i++) {
            step(random.nextInt(60));
            pass(Duration.ofMillis(random.nextInt(i % 10 == 0 ? 40_000 : i % 3 == 0 ? 500 : 20)));
        }
        settle();
        INSTANCES.forEach(this::judge);
    }

    /** In steps that are shorter than a lease, so that stores with threads of their own can renew theirs. */
    private void pass(Duration duration) {
        for (Duration left = duration; !left.isZero(); left = left.minus(left.compareTo(STEP) < 0 ? left : STEP)) {
            time.advance(left.compareTo(STEP) < 0 ? left : STEP);
            rest.run();
        }
    }

    private void step(int dice) {
        int number = random.nextInt(NODES);
        Node node = nodes.get(number);
        switch (dice) {
            case 0 -> {
                node.engine.die();
                nodes.set(number, new Node(number));
            }
            case 1 -> {
                var unused = node.host.stop(Duration.ofSeconds(random.nextInt(9)));
                nodes.set(number, new Node(number));
            }
            case 2 -> node.engine.renewLeases(false);
            case 3, 4 -> node.engine.renewLeases(true);
            case 5 -> broken = !broken;
            case 6 -> redrive(node.host, any(INSTANCES));
            case 7, 8, 9, 10, 11, 12 -> {
                var unused = control(dice, node.host.control().async());
            }
            default -> senders.forEach(Sender::begin);
        }
    }

    private CompletableFuture<?> control(int dice, AsyncInstanceControl control) {
        InstanceId instance = home(any(INSTANCES));
        return switch (dice) {
            case 7 -> control.suspend(instance, "inventory");
            case 8 -> control.forceRelease(instance);
            case 9 -> random.nextInt(5) > 0 ? control.resume(instance) : control.terminate(instance, "over");
            default -> control.resume(instance);
        };
    }

    private void redrive(WorkflowHost host, String instance) {
        var unusedPosted = host.mailboxes()
                .messages(home(instance))
                .thenAccept(all -> all.stream()
                        .filter(message -> message.state() == PostedMessage.State.DEAD)
                        .forEach(message -> {
                            ledger.redrive(message.id());
                            var unused = host.mailboxes().redrive(message);
                        }));
        var unusedSent = host.outboxes()
                .messages(home(instance))
                .thenAccept(all -> all.stream().filter(UnsentMessage::isDead).forEach(message -> {
                    ledger.sendAgain(message.payload(String.class));
                    var unused = host.outboxes().redrive(message);
                }));
    }

    /** All works again, and time passes until nothing more is to be done. */
    private void settle() {
        broken = false;
        calm = true;
        nodes.forEach(node -> node.engine.trouble(false));
        nodes.forEach(node -> node.engine.renewLeases(true));
        for (int minutes = 0; minutes < 30; minutes++) {
            pass(Duration.ofMinutes(1));
            if (minutes % 8 == 1) {
                INSTANCES.forEach(name -> {
                    var unused = nodes.get(0).host.control().async().resume(home(name));
                });
            }
            if (minutes % 8 == 4) {
                INSTANCES.forEach(name -> redrive(nodes.get(0).host, name));
            }
        }
    }

    private void judge(String name) {
        var seen = observer.commands()
                .execute(home(name), LoadInstance.of(LoadMode.peek()))
                .loaded();
        var letters = nodes.get(0).host.mailboxes().messages(home(name)).join();
        boolean ended = seen.filter(instance -> instance.state() == InstanceState.COMPLETED)
                .isPresent();
        assertThat(letters)
                .as("mail of %s", name)
                .allMatch(message -> ended && message.state() == PostedMessage.State.DEAD);
        seen.ifPresent(instance -> {
            assertThat(instance.header().holder()).as("holder of %s", name).isNull();
            assertThat(instance.header().dueAt()).as("due time of %s", name).isNull();
        });
        ledger.judge(
                name,
                new HistoryLedger.End(
                        seen.map(instance -> definition
                                        .stateOf(instance.header().definition(), instance.data())
                                        .entries())
                                .orElse(List.of()),
                        ended,
                        letters.stream().map(PostedMessage::id).collect(Collectors.toSet())));
    }
}
