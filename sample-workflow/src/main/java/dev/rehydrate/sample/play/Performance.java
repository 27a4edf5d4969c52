// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.play;

import dev.rehydrate.sample.client.FarmClient;
import dev.rehydrate.sample.farm.Farm;
import dev.rehydrate.sample.farm.Node;
import dev.rehydrate.sample.story.Story;
import dev.rehydrate.sample.text.Amounts;
import dev.rehydrate.time.TimeSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/** A story from its first line to the verdict. */
public final class Performance {

    private final Farm farm;
    private final HostLog log;
    private final Findings findings = new Findings();

    /**
     * Prepares.
     *
     * @param farm where the story is played; it has no other users
     * @param log what its hosts do
     */
    public Performance(Farm farm, HostLog log) {
        this.farm = farm;
        this.log = log;
    }

    /**
     * Plays the story, stops a node, checks every document and tells what became of it.
     *
     * @param story the story
     * @param timeline takes a line for each request
     * @param summary takes the closing table
     * @return everything that is not as the story says
     */
    public Findings play(Story story, Consumer<String> timeline, Consumer<String> summary) {
        List<Node> nodes = farm.nodes();
        Timeline told = new Timeline(timeline, TimeSource.system());
        try (FarmClient client = new FarmClient(farm.uris(), TimeSource.system())) {
            Dialogue dialogue = new Dialogue(farm, client, log, told, findings);
            List<Played> all = new Player(dialogue, findings).play(story);
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

    private boolean check(Played played, List<Node> nodes, Consumer<String> summary) {
        int before = findings.count();
        played.seen()
                .forEach(seen -> Comparison.differences(played.life(), seen).forEach(findings::add));
        if (played.seen().isEmpty()) {
            findings.add(played.life().label() + " was not seen in the end");
        }
        for (Node node : nodes) {
            if (played.servedBy(node.name()) == 0) {
                findings.add(played.life().label() + " was never served by node " + node.name());
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
