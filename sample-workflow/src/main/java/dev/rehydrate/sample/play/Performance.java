// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.play;

import dev.rehydrate.sample.client.FarmClient;
import dev.rehydrate.sample.farm.RunningFarm;
import dev.rehydrate.sample.story.Story;
import dev.rehydrate.sample.text.Amounts;
import dev.rehydrate.time.TimeSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/** A story from its first line to the verdict. */
public final class Performance {

    private final RunningFarm farm;
    private final Findings findings = new Findings();

    /**
     * Prepares.
     *
     * @param farm where the story is played; it has no other users
     */
    public Performance(RunningFarm farm) {
        this.farm = farm;
    }

    /**
     * Plays the story, kills all processes in the middle if the farm survives that, stops a node in the end, checks every document and tells what became of it.
     *
     * @param story the story
     * @param timeline takes a line for each request
     * @param summary takes the closing table
     * @return everything that is not as the story says
     */
    public Findings play(Story story, Consumer<String> timeline, Consumer<String> summary) {
        List<String> nodes =
                farm.nodes().stream().map(RunningFarm.Address::name).toList();
        TimeSource time = TimeSource.system();
        Timeline told = new Timeline(timeline, time);
        try (FarmClient client = new FarmClient(farm::uris, time)) {
            Dialogue dialogue = new Dialogue(farm, client, told, findings);
            List<Played> all = new Player(dialogue, findings).play(story, new FarmKill(farm, dialogue, time)::happen);
            if (findings.areEnough()) {
                return findings;
            }
            String survival = new Survival(farm, dialogue).tell(nodes.get(0), all);
            summary.accept("");
            ClosingTable.header(summary);
            long ok =
                    all.stream().filter(played -> check(played, nodes, summary)).count();
            summary.accept("");
            summary.accept(survival);
            summary.accept(totals(all, ok) + " · " + Amounts.seconds(told.elapsed()) + " s");
        }
        return findings;
    }

    private boolean check(Played played, List<String> nodes, Consumer<String> summary) {
        int before = findings.count();
        played.seen()
                .forEach(seen -> Comparison.differences(played.life(), seen).forEach(findings::add));
        if (played.seen().isEmpty()) {
            findings.add(played.life().label() + " was not seen in the end");
        }
        for (String node : nodes) {
            if (played.servedBy(node) == 0) {
                findings.add(played.life().label() + " was never served by node " + node);
            }
        }
        boolean ok = findings.count() == before;
        ClosingTable.row(summary, played, ok);
        return ok;
    }

    private static String totals(List<Played> all, long ok) {
        long documents =
                all.stream().map(played -> played.life().document()).distinct().count();
        return ok + " of " + all.size() + " lives of " + documents + " documents are as the file says · "
                + sum(all, Played::requests) + " requests (A " + sum(all, played -> played.servedBy("A")) + ", B "
                + sum(all, played -> played.servedBy("B")) + ") · "
                + sum(all, Played::dehydrated) + " × dehydrated, "
                + sum(all, Played::rehydrated) + " × rehydrated · "
                + sum(all, Played::conflicts) + " conflicts repeated · "
                + Amounts.bytes(sum(all, Played::sent)) + " sent";
    }

    private static long sum(List<Played> all, ToLongFunction<Played> what) {
        return all.stream().mapToLong(what).sum();
    }
}
