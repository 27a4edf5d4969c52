// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.play;

import dev.rehydrate.sample.client.Answer;
import dev.rehydrate.sample.client.FarmClient;
import dev.rehydrate.sample.client.Request;
import dev.rehydrate.sample.farm.RunningFarm;
import dev.rehydrate.time.TimeSource;
import java.util.List;

/**
 * The end of a story: a node stops, with what it has of the store, and every document that is still open is ended on the
 * nodes that are left, where it must be whole.
 */
final class Survival {

    private static final String CLERK = "the closing author";

    private final RunningFarm farm;
    private final Dialogue dialogue;

    Survival(RunningFarm farm, Dialogue dialogue) {
        this.farm = farm;
        this.dialogue = dialogue;
    }

    /** Stops the node and ends the documents; says in one line what became of them. */
    String tell(String leaver, List<Played> all) {
        farm.stop(leaver);
        String left = String.join(
                ", ", farm.nodes().stream().map(RunningFarm.Address::name).toList());
        dialogue.timeline().note("node " + leaver + " has stopped; what is open goes on with " + left);
        List<Played> open =
                all.stream().filter(played -> !played.life().submitted()).toList();
        try (FarmClient client = new FarmClient(farm::uris, TimeSource.system())) {
            Dialogue others = dialogue.with(client);
            long ended = open.stream().filter(played -> end(others, played)).count();
            return "node " + leaver + " stopped in the end · " + ended + " of " + open.size()
                    + " open documents were ended on " + left;
        }
    }

    private static boolean end(Dialogue others, Played played) {
        String document = played.life().document();
        Request request = Request.submit(document, Request.json().put("author", CLERK), played.entityTag());
        Answer answer = others.send("submit", played, request);
        if (answer.isDone()) {
            played.seen(answer);
        } else {
            others.findings()
                    .add(played.life().label() + " did not survive the stop of a node: it was answered with "
                            + answer.status());
        }
        return answer.isDone();
    }
}
