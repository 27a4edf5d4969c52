// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A farm that is updated node by node under load, and then set back: each node ends as when it is asked to, and starts again on the other
 * release. Callers are patient, so that none of them may fail for good.
 */
public final class TwoReleases {

    /** Instances that are there from the beginning to the end. */
    private static final int RESIDENTS = 200;

    private final DrillFarm farm;
    private final Rounds rounds;
    private final OlderRelease older;

    private TwoReleases(DrillFarm farm, OlderRelease older) {
        this.farm = farm;
        this.rounds = new Rounds(farm);
        this.older = older;
    }

    /** {@return settings of nodes with patient callers, timers, and instances that are suspended, resumed and touched} */
    public static Map<String, String> settings(Map<String, String> more) {
        Map<String, String> all = Rounds.timed(more);
        all.put(Patience.SETTING, "true");
        return all;
    }

    /**
     * Starts a farm on the older release, and rolls it forward and back in each round.
     *
     * @param farm nodes that were made with {@link #settings}, none of which runs
     * @param name of the row of the table
     * @param mode of the row of the table
     * @param usual how many rounds, unless asked otherwise
     * @return what the histories of all rounds show
     */
    public static Findings roll(DrillFarm farm, String name, String mode, int usual) {
        return roll(farm, name, mode, usual, List.of());
    }

    /**
     * The same, with clients of both releases, which stay while the members are replaced.
     *
     * @param farm nodes that were made with {@link #settings}, none of which runs
     * @param name of the row of the table
     * @param mode of the row of the table
     * @param usual how many rounds, unless asked otherwise
     * @return what the histories of all rounds show
     */
    static Findings rollWithClients(DrillFarm farm, String name, String mode, int usual) {
        return roll(farm, name, mode, usual, List.of("c1", "c2"));
    }

    /** Each second client is of today from the beginning on. */
    private static Findings roll(DrillFarm farm, String name, String mode, int usual, List<String> clients) {
        OlderRelease older = OlderRelease.built();
        farm.names().forEach(node -> farm.downgrade(node, older));
        farm.startAll();
        for (int client = 0; client < clients.size(); client++) {
            if (client % 2 == 0) {
                farm.downgrade(clients.get(client), older);
            }
            farm.startClient(clients.get(client));
        }
        farm.nodes().iterator().next().ask(DrillFarm.PATIENCE, "reside", RESIDENTS);
        TwoReleases releases = new TwoReleases(farm, older);
        for (int left = Rounds.asked(usual); left > 0; left--) {
            releases.round();
        }
        Findings all = releases.rounds.all();
        Summary.addRow(name, mode, releases.rounds.number(), all, Summary.NOBODY_TRIED);
        return all;
    }

    private void round() {
        rounds.begin();
        farm.names().forEach(node -> replace(node, farm::upgrade));
        farm.names().forEach(node -> replace(node, each -> farm.downgrade(each, older)));
        Findings findings = rounds.end();
        rounds.tell(findings, "forward from " + older.commit() + " and back,");
    }

    /** All nodes work on while one is replaced, and while two releases are side by side. */
    private void replace(String name, Consumer<String> release) {
        farm.stop(name);
        farm.nodes().forEach(rounds::awaitMore);
        release.accept(name);
        NodeJvm again = farm.start(name);
        rounds.join(again);
        rounds.load(again);
        farm.awaitWhole();
        farm.nodes().forEach(rounds::awaitMore);
        assertThat(RelayedPages.wrong(farm.nodes(), RESIDENTS))
                .as("pages that the nodes read in turn")
                .isEmpty();
    }
}
