// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.store.hazelcast.Durability;
import dev.rehydrate.store.hazelcast.drill.Event.Answer;
import dev.rehydrate.store.hazelcast.drill.Event.Answered;
import dev.rehydrate.store.hazelcast.drill.Event.Looked;
import dev.rehydrate.store.hazelcast.drill.Event.Shown;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Look;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Missed;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Seen;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** The rounds of a drill: each with instances of its own, callers on every node, and a history that is judged. */
public final class Rounds {

    /** Enough saves for the callers of a node to be in full swing. */
    private static final int SWING = 100;

    private static final int TOLD = 10;
    private static final String HISTORY = ".history";

    private final DrillFarm farm;
    private final int victims;
    private final @Nullable String alwaysVictim;
    private int round;
    private int files;
    private final Map<Integer, Pause> pauses = new HashMap<>();

    /**
     * A node stood still.
     *
     * @param node which
     * @param from since when
     * @param to until when
     */
    private record Pause(String node, long from, long to) {

        boolean concerns(Path file) {
            return file.getFileName().toString().contains("-" + node + "-");
        }

        /** A process that is paused does not wait. */
        Event without(Event event) {
            if (event instanceof Answered end && end.sentAt() < to && end.at() > from) {
                return new Answered(end.entry(), end.at(), end.at(), end.answer(), end.token(), end.mark());
            }
            return event instanceof Looked look && look.sentAt() < to && look.at() > from
                    ? new Looked(look.instance(), look.at(), look.at(), look.result(), look.token())
                    : event;
        }
    }

    /** Rounds with one victim each. */
    public Rounds(DrillFarm farm) {
        this(farm, 1);
    }

    Rounds(DrillFarm farm, int victims) {
        this.farm = farm;
        this.victims = victims;
        this.alwaysVictim = null;
    }

    private Rounds(DrillFarm farm, String alwaysVictim) {
        this.farm = farm;
        this.victims = 1;
        this.alwaysVictim = alwaysVictim;
    }

    /** Rounds whose victim is the same each time, and no member. */
    static Rounds against(DrillFarm farm, String client) {
        return new Rounds(farm, client);
    }

    /** {@return the modes to be drilled: both, or the one of {@code -Ddrill.mode=…}} */
    static List<Durability> modes() {
        String asked = System.getProperty("drill.mode", "");
        return asked.isEmpty()
                ? List.of(Durability.MEMORY, Durability.PROTECTED)
                : List.of(Durability.valueOf(asked.toUpperCase(Locale.ROOT)));
    }

    /** {@return settings of nodes that also have timers, and instances that they suspend, resume and touch} */
    public static Map<String, String> timed(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(more);
        all.put(TimerLane.SETTING, "true");
        return all;
    }

    /** How many rounds are asked for by {@code -Ddrill.rounds=…}, or else as many as the figures stand for. */
    public static int asked(int usual) {
        return Integer.getInteger("drill.rounds", usual);
    }

    public int number() {
        return round;
    }

    /** {@return the name of the node whose turn it is to be the victim} */
    public String victim() {
        return victims().get(0);
    }

    /** {@return the names of the nodes whose turn it is to be victims} */
    List<String> victims() {
        return alwaysVictim != null
                ? List.of(alwaysVictim)
                : IntStream.range(0, victims).mapToObj(this::inTurn).toList();
    }

    /** {@return another node than the victims} */
    public String survivor() {
        return inTurn(victims);
    }

    /** {@return the name of the node that comes after the survivor} */
    String third() {
        return inTurn(victims + 1);
    }

    private String inTurn(int place) {
        List<String> names = farm.names();
        return names.get((round - 1 + place) % names.size());
    }

    /** Makes new instances and lets all nodes work on them. */
    public void begin() {
        round++;
        farm.nodes().forEach(this::join);
        farm.nodes().iterator().next().ask(DrillFarm.PATIENCE, "create");
        farm.nodes().forEach(this::load);
        farm.nodes().forEach(this::awaitMore);
    }

    /** Lets a node work on the instances of the round. */
    public void load(NodeJvm node) {
        node.ask(DrillFarm.SOON, "load");
    }

    /** Lets a node that was started anew see the round, without working on it. */
    public void join(NodeJvm node) {
        begin(node, round);
    }

    private void begin(NodeJvm node, int number) {
        files++;
        Path file = farm.directory().resolve("r%d-%s-%d%s".formatted(number, node.name(), files, HISTORY));
        node.ask(DrillFarm.SOON, "round", number, file, String.join(",", farm.callers()));
    }

    /** Waits until the callers of a node have saved a good number of times more. */
    public void awaitMore(NodeJvm node) {
        long before = acknowledged(node);
        Awaitility.await("saves of " + node.name())
                .atMost(DrillFarm.PATIENCE)
                .until(() -> acknowledged(node) >= before + SWING);
    }

    private static long acknowledged(NodeJvm node) {
        return Long.parseLong(node.ask(DrillFarm.SOON, "acknowledged"));
    }

    /** Lets the survivor take what the victims hold, as soon as it can. */
    void takeOver() {
        farm.node(survivor()).ask(DrillFarm.SOON, "take", String.join(",", victims()));
    }

    /** {@return when the survivor had taken everything, on the monotonic clock; 0 if it has not yet} */
    long takenAt() {
        return Long.parseLong(farm.node(survivor()).ask(DrillFarm.SOON, "taken"));
    }

    /** Waits until the survivor has taken everything; says how many milliseconds after a moment that was. */
    long millisToTakeOver(long since) {
        long takenAt = Awaitility.await("everything that the victim held is taken over")
                .atMost(DrillFarm.PATIENCE)
                .until(this::takenAt, at -> at > 0);
        return millisBetween(since, takenAt);
    }

    public static long millisBetween(long from, long to) {
        return (to - from) / 1_000_000;
    }

    /** Waits until a farm that was healed just now is one again, and whole, and works; says after how long it was one. */
    long millisToOneFarm() {
        long healedAt = System.nanoTime();
        farm.awaitSize(farm.names().size());
        long millis = millisBetween(healedAt, System.nanoTime());
        farm.awaitWhole();
        farm.nodes().forEach(this::awaitMore);
        return millis;
    }

    /** {@return the longest time between two moments in which no change of this round was acknowledged, in milliseconds} */
    public long longestSilence(long from, long to) {
        long last = from;
        long longest = 0;
        List<Long> acknowledged = historyOf(round, name -> true).stream()
                .filter(event -> event instanceof Answered end && end.answer() == Answer.SAVED)
                .map(event -> ((Answered) event).at())
                .filter(at -> at > from && at < to)
                .sorted()
                .toList();
        for (long at : acknowledged) {
            longest = Math.max(longest, at - last);
            last = at;
        }
        return Math.max(longest, to - last) / 1_000_000;
    }

    /** Says that the victim stood still: what its callers waited for meanwhile is no stall. */
    public void paused(long from, long to) {
        pauses.put(round, new Pause(victim(), from, to));
    }

    /** {@return how often the victim was told something in this round} */
    long answersOfVictim(Answer answer) {
        return historyOf(round, name -> name.contains("-" + victim() + "-")).stream()
                .filter(event -> event instanceof Answered end && end.answer() == answer)
                .count();
    }

    /** {@return how often anybody was told something in this round} */
    public long answers(Answer answer) {
        return historyOf(round, name -> true).stream()
                .filter(event -> event instanceof Answered end && end.answer() == answer)
                .count();
    }

    /** Ends the load, lets every node show every instance, and judges. */
    public Findings end() {
        settle();
        return judged();
    }

    /** Lets callers begin nothing any more; what is in doubt they go on to repeat. */
    public void endLoad() {
        farm.nodes().forEach(node -> node.ask(DrillFarm.SOON, "end"));
    }

    /** Ends the load, and waits until every answer is there. */
    public void settle() {
        endLoad();
        farm.nodes().forEach(Rounds::awaitSettled);
        farm.nodes().forEach(node -> node.ask(DrillFarm.PATIENCE, "close"));
    }

    /** Lets every node show every instance of a round whose load has ended, and judges. */
    public Findings judged() {
        farm.nodes().forEach(Rounds::show);
        return judge(round);
    }

    /** What stays unknown for so long stays so. */
    private static void awaitSettled(NodeJvm node) {
        Awaitility.await("unknown outcomes of " + node.name() + " are settled")
                .atMost(DrillFarm.PATIENCE)
                .until(() -> node.ask(DrillFarm.SOON, "unsettled").equals("0"));
    }

    private static void show(NodeJvm node) {
        Awaitility.await(node.name() + " shows what is there")
                .atMost(DrillFarm.PATIENCE)
                .ignoreExceptions()
                .until(() -> node.ask(DrillFarm.PATIENCE, "show").equals("done"));
    }

    /** Shows the instances of all rounds once more, now that all is over, and judges them all. */
    public Findings all() {
        NodeJvm node = farm.nodes().iterator().next();
        Findings all = Findings.NONE;
        for (int number = 1; number <= round; number++) {
            begin(node, number);
            show(node);
            all = all.plus(judge(number));
        }
        return all;
    }

    /**
     * What instances and further keys of this round were last shown as.
     *
     * @return state, entries and keys, by the instance or the key that was asked for
     */
    public SortedMap<String, String> lastShown() {
        SortedMap<String, String> last = new TreeMap<>();
        for (Event event : historyOf(round, name -> true)) {
            if (event instanceof Shown shown) {
                last.put(shown.instance(), shown.revision() + " " + new TreeSet<>(shown.entries()));
            } else if (event instanceof Seen seen) {
                last.put(
                        name(seen.look()),
                        seen.look().instance() + " " + seen.mark().text() + " " + new TreeSet<>(seen.entries()) + " "
                                + new TreeSet<>(seen.keys()));
            } else if (event instanceof Missed missed) {
                last.put(name(missed.look()), "not there");
            }
        }
        return last;
    }

    /** {@return what is wrong with further keys as they were last shown in this round, also where it is known that commits were lost} */
    public List<String> keysAstray() {
        return KeysInTheEnd.astray(historyOf(round, name -> true));
    }

    private static String name(Look look) {
        return look.key().isEmpty() ? look.instance() : look.key();
    }

    private Findings judge(int number) {
        return HistoryCheck.of(historyOf(number, name -> true));
    }

    private List<Event> historyOf(int number, Predicate<String> nodes) {
        Pause pause = pauses.get(number);
        List<Event> history = new ArrayList<>();
        try (Stream<Path> all = Files.list(farm.directory())) {
            for (Path file : all.sorted(Comparator.comparingInt(Rounds::place)).toList()) {
                String name = file.getFileName().toString();
                if (name.startsWith("r" + number + "-") && nodes.test(name)) {
                    boolean paused = pause != null && pause.concerns(file);
                    read(file).forEach(event -> history.add(paused ? pause.without(event) : event));
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return history;
    }

    /** Histories are numbered as they are begun. */
    private static int place(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(HISTORY)
                ? Integer.parseInt(name.substring(name.lastIndexOf('-') + 1, name.length() - HISTORY.length()))
                : 0;
    }

    /** Writes down what a round has shown: the first findings in the log of rounds, all of them beside the histories. */
    public void tell(Findings findings, String more) {
        String line = "%s round %d: %d acknowledged, longest answer %d ms, %s %s%n"
                .formatted(
                        farm.directory().getFileName(),
                        round,
                        findings.acknowledged(),
                        findings.maxStallMillis(),
                        more,
                        findings.broken().stream().limit(TOLD).toList());
        Summary.tell(line);
        try {
            Files.write(farm.directory().resolve("r" + round + ".findings"), findings.broken());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The last line of a process that was killed may be a part of one. */
    private static List<Event> read(Path file) throws IOException {
        String text = Files.readString(file);
        return text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .map(Event::parse)
                .toList();
    }

    /** Lets time pass that nothing shortens: the length of a fault. */
    public static void last(Duration time) {
        Awaitility.await().pollDelay(time).atMost(time.plusSeconds(30)).until(() -> true);
    }
}
