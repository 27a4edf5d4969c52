// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.drill.Findings;
import dev.rehydrate.store.jdbc.simulation.LaneBackend.Sessions;
import dev.rehydrate.store.jdbc.simulation.SimulatedDatabase.Guard;
import dev.rehydrate.store.jdbc.simulation.SimulatedSharing.Ages;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The commit protocol on a simulated database. {@code -Dsimulation.seed=N} repeats one history, {@code -Dsimulation.seeds=N} runs
 * as many, {@code -Dsimulation.from=N} begins with another one; see docs/simulation.md.
 */
final class SimulationTest {

    /** How many histories each build runs. */
    private static final long SEEDS = 400;

    private static final int MOST_TOLD = 5;

    @Test
    void whatWasAcknowledgedIsThereWhateverHappens() {
        Long one = Long.getLong("simulation.seed");
        long from = one != null ? one : Long.getLong("simulation.from", 0);
        long count = one != null ? 1 : Long.getLong("simulation.seeds", SEEDS);
        List<String> broken = new ArrayList<>();
        long acknowledged = 0;
        long repeats = 0;
        long troubles = 0;
        long shared = 0;
        for (long seed = from; seed < from + count && broken.size() < MOST_TOLD; seed++) {
            Simulation.Outcome outcome = run(seed, Guard.SOUND, Session::new);
            Findings findings = outcome.findings();
            acknowledged += findings.acknowledged();
            repeats += findings.repeats();
            troubles += outcome.troubles();
            shared += outcome.shared();
            if (!findings.broken().isEmpty()) {
                broken.add("seed " + seed + " (repeat it with -Dsimulation.seed=" + seed + "): " + findings.broken());
            }
            if (one != null) {
                outcome.events().forEach(event -> System.out.println(event.line()));
            }
        }
        System.out.printf(
                "%d seeds from %d: %d acknowledged, %d late repeats, %d calls of the database went wrong, "
                        + "%d entries of a shared cache, %d seeds broken%n",
                count, from, acknowledged, repeats, troubles, shared, broken.size());

        assertThat(broken).isEmpty();
    }

    @Test
    void oneSeedIsOneHistory() {
        for (long seed = 0; seed < 30; seed++) {
            assertThat(run(seed, Guard.SOUND, Session::new).fingerprint())
                    .as("seed %d, run twice", seed)
                    .isEqualTo(run(seed, Guard.SOUND, Session::new).fingerprint());
        }
    }

    static Stream<Arguments> brokenVariants() {
        Sessions sound = Session::new;
        return Stream.of(
                Arguments.of("the guard is off", Guard.OFF, sound),
                Arguments.of("versions return when a row is created anew", Guard.VERSIONS_RETURN, sound),
                Arguments.of(
                        "answers before the commit", Guard.SOUND, (Sessions) BrokenSession.AnswersBeforeCommit::new),
                Arguments.of("decides what writes nothing on cached slots", Guard.SOUND, (Sessions)
                        BrokenSession.AnswersFromCache::new),
                Arguments.of("a value that the database does not take fails its neighbours", Guard.SOUND, (Sessions)
                        BrokenSession.PoisonsNeighbours::new),
                Arguments.of("a lost COMMIT is a success", Guard.SOUND, (Sessions) BrokenSession.LostIsSuccess::new),
                Arguments.of("a lost COMMIT is a failure", Guard.SOUND, (Sessions) BrokenSession.LostIsFailure::new),
                Arguments.of("a group that was refused in part is answered as a whole", Guard.SOUND, (Sessions)
                        BrokenSession.IgnoresRefusals::new));
    }

    /** A check that cannot fail proves nothing: each rule of the protocol is broken once. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("brokenVariants")
    void aBrokenProtocolIsNoticed(String how, Guard guard, Sessions sessions) {
        mustBeNoticed(how, seed -> run(seed, guard, sessions));
    }

    /** By free loads: nothing else asks a shared cache. */
    @Test
    void aSharedCacheThatMakesItsEntriesYoungerIsNoticed() {
        mustBeNoticed(
                "entries seem to be new",
                seed -> new Simulation(
                                seed,
                                (random, time) -> new LaneBackend(random, time, Guard.SOUND, Session::new, Ages.NONE))
                        .run());
    }

    private static void mustBeNoticed(String how, LongFunction<Simulation.Outcome> run) {
        for (long seed = 0; seed < SEEDS; seed++) {
            List<String> broken = run.apply(seed).findings().broken();
            if (!broken.isEmpty()) {
                System.out.printf("%s: noticed with seed %d: %s%n", how, seed, broken.get(0));
                return;
            }
        }
        throw new AssertionError(how + ", and no seed below " + SEEDS + " has noticed");
    }

    private static Simulation.Outcome run(long seed, Guard guard, Sessions sessions) {
        return new Simulation(seed, (random, time) -> new LaneBackend(random, time, guard, sessions, Ages.RIGHT)).run();
    }
}
