// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.hazelcast.drill.Event.Answer;
import dev.rehydrate.store.hazelcast.drill.Event.Result;
import dev.rehydrate.store.hazelcast.drill.Event.Shown;
import dev.rehydrate.store.hazelcast.drill.Writer.Attempt;
import dev.rehydrate.store.hazelcast.drill.Writer.Loan;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The part of one node in one round of a drill. */
final class Round implements AutoCloseable {

    private final Plot plot;
    private final String node;
    private final InstanceStore store;
    private final Recorder recorder;
    private final Writer writer;
    private final Lanes lanes;
    private final Provocation provocation;
    private final Path directory;
    private @Nullable Almanac almanac;
    private List<VaultLane> taken = List.of();

    /**
     * Begins a round.
     *
     * @param plot the instances
     * @param node the name of this node
     * @param store its store
     * @param file where the history is written; also what its entries are named by
     */
    Round(Plot plot, String node, InstanceStore store, Path file) {
        this.plot = plot;
        this.node = node;
        this.store = store;
        this.recorder = new Recorder(file);
        this.writer = new Writer(store, recorder, file.getFileName().toString().replace(".history", ""));
        this.lanes = new Lanes(recorder);
        this.provocation = new Provocation(writer, plot.disputed());
        this.directory = file.toAbsolutePath().getParent();
    }

    String answer(List<String> words) throws InterruptedException {
        return switch (words.get(0)) {
            case "create" -> {
                createAll();
                plot.disputed().forEach(this::begin);
                yield "done";
            }
            case "load" -> load();
            case "aim" -> {
                provocation.aim();
                yield "done";
            }
            case "provoke" -> {
                provocation.provoke();
                yield "done";
            }
            case "dispute" -> {
                lanes.start(new DisputeLane(writer, plot.disputed()));
                yield "done";
            }
            case "take" -> take(words.get(1));
            case "taken" -> taken();
            case "owners" -> String.valueOf(writer.owners());
            case "almanac" -> almanac().answer(words.subList(1, words.size()));
            case "acknowledged" -> String.valueOf(recorder.acknowledged());
            case "end" -> {
                lanes.end();
                yield "done";
            }
            case "unsettled" -> String.valueOf(lanes.unsettled());
            case "close" -> String.valueOf(lanes.close() && provocation.close());
            case "show" -> show();
            default -> throw new IllegalArgumentException("what is " + words + "?");
        };
    }

    private Almanac almanac() {
        if (almanac == null) {
            almanac = new Almanac(store, plot.round());
        }
        return almanac;
    }

    private void createAll() {
        Set<InstanceId> timers = plot.nodes().stream()
                .flatMap(each -> plot.timers(each).stream())
                .collect(Collectors.toSet());
        plot.all().stream().filter(instance -> !timers.contains(instance)).forEach(this::create);
        for (String each : plot.nodes()) {
            TimerLane.create(writer, store, plot, each);
            ControlLane.create(writer, store, plot.controlled(each));
        }
    }

    private void create(InstanceId instance) {
        InstanceChanges<InstanceValue> first = InstanceChanges.builder()
                .replaceData(Map.of("round", InstanceValue.of(plot.round())))
                .keys(KeyChanges.associating(new InstanceKey(instance.high(), instance.low())))
                .build();
        writer.create(instance, CreateInstance.of(first, AfterSave.RELEASE));
    }

    private void begin(InstanceId instance) {
        Attempt attempt = writer.first(Change.create(writer.newEntry(), instance, ""));
        if (attempt.answer() != Answer.SAVED) {
            throw new IllegalStateException("instance " + instance + " could not be created: " + attempt.answer());
        }
    }

    private String load() {
        lanes.start(new FreeLane(writer, plot.free()));
        lanes.start(new FreeLane(writer, plot.free()));
        lanes.start(new HeldLane(writer, plot.held()));
        lanes.start(new BlindLane(writer, plot.blind(node)));
        lanes.start(new CompleterLane(writer, plot.lives()));
        lanes.start(new KeeperLane(writer, plot.kept(node)));
        lanes.start(new KeyMoverLane(writer, plot.movers(), plot.keys()));
        lanes.start(new LateRepeaterLane(writer, plot, directory));
        lanes.start(new ListLane(writer, plot));
        plot.vaults(node).forEach(vault -> lanes.start(new VaultLane(writer, vault)));
        if (TimerLane.isAsked()) {
            lanes.start(new TimerLane(writer, store, plot, node));
            lanes.start(new ControlLane(writer, store, plot.controlled(node), directory));
            lanes.start(new ReleaseLane(writer, store, plot.released(node)));
        }
        return "done";
    }

    /** Takes over what other nodes hold. */
    private String take(String victims) {
        taken = Stream.of(victims.split(","))
                .flatMap(victim -> plot.vaults(victim).stream())
                .map(vault -> new VaultLane(writer, vault))
                .toList();
        taken.forEach(lanes::start);
        return "done";
    }

    /** Says when the last one was taken over, or 0. */
    private String taken() {
        boolean all = taken.stream().allMatch(lane -> lane.takenAt() > 0);
        long last = taken.stream().mapToLong(VaultLane::takenAt).max().orElse(0);
        return String.valueOf(all ? last : 0);
    }

    private String show() {
        plot.all().forEach(instance -> recorder.add(shown(instance)));
        plot.living().forEach(instance -> answered(writer.watch(instance, LoadMode.authoritative())));
        plot.keys().forEach(key -> answered(writer.watch(key)));
        return "done";
    }

    private static void answered(Loan loan) {
        loan.close();
        if (loan.result() == Result.TROUBLE) {
            throw new IllegalStateException("an instance cannot be shown");
        }
    }

    /** A read that fails is tried again by its caller. */
    private Shown shown(InstanceId instance) {
        try (InstanceHandle handle = writer.handle(instance)) {
            LoadOutcome outcome = store.execute(handle, LoadInstance.of(LoadMode.authoritative()), Writer.PATIENCE);
            outcome.loaded().ifPresent(writer::stamp);
            return outcome.loaded()
                    .map(found ->
                            new Shown(instance.toString(), found.revision().number(), Entries.of(found.data())))
                    .orElseGet(() -> new Shown(instance.toString(), 0, List.of()));
        }
    }

    @Override
    public void close() {
        recorder.close();
    }
}
