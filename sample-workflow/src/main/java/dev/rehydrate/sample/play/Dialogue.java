// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.play;

import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.sample.client.Answer;
import dev.rehydrate.sample.client.FarmClient;
import dev.rehydrate.sample.client.Request;
import dev.rehydrate.sample.farm.Deed;
import dev.rehydrate.sample.farm.RunningFarm;
import java.util.List;

/**
 * One request after another, each with what the hosts did for it.
 *
 * @param farm the farm, to see what is in its memory
 * @param client sends the requests
 * @param timeline tells what happens
 * @param findings takes what should not have happened
 */
record Dialogue(RunningFarm farm, FarmClient client, Timeline timeline, Findings findings) {

    private static final int CREATED = 201;

    /** The same dialogue, from now on with another client. */
    Dialogue with(FarmClient other) {
        return new Dialogue(farm, other, timeline, findings);
    }

    void begin() {
        timeline.begin();
    }

    int nodes() {
        return farm.nodes().size();
    }

    Answer send(String operation, Played played, Request request) {
        Answer answer = client.send(request);
        List<Deed> deeds = farm.takeDeeds();
        played.answered(answer, deeds);
        timeline.tell(operation, played, answer, deeds);
        requireUnloaded(operation, played, answer, deeds);
        return answer;
    }

    /** The point of the exercise: between two requests no node has the document in memory. */
    private void requireUnloaded(String operation, Played played, Answer answer, List<Deed> deeds) {
        boolean loaded = deeds.stream().anyMatch(deed -> deed.kind() == Kind.REHYDRATED);
        if (answer.isDone() && answer.status() != CREATED && !loaded) {
            findings.add(operation + " of " + played.life().label() + " was done without loading the document");
        }
        if (farm.documentsInMemory() > 0) {
            findings.add("after " + operation + " of " + played.life().label() + " a document is still in memory");
        }
    }
}
