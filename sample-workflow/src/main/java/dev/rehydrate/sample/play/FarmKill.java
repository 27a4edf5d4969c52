// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.play;

import dev.rehydrate.sample.client.Answer;
import dev.rehydrate.sample.client.FarmClient;
import dev.rehydrate.sample.client.Request;
import dev.rehydrate.sample.farm.RunningFarm;
import dev.rehydrate.sample.text.Amounts;
import dev.rehydrate.time.TimeSource;
import java.util.Collection;
import java.util.Objects;

/**
 * The middle of a story: all processes of the farm are killed while an author types, and started again. What was acknowledged
 * must be there.
 */
final class FarmKill {

    private final RunningFarm farm;
    private final Dialogue dialogue;
    private final TimeSource time;

    FarmKill(RunningFarm farm, Dialogue dialogue, TimeSource time) {
        this.farm = farm;
        this.dialogue = dialogue;
        this.time = time;
    }

    /** Kills the farm, if it can be started again, and looks for every open document. */
    void happen(Collection<Played> open) {
        if (!farm.survivesKill()) {
            return;
        }
        int typed;
        try (FarmClient client = new FarmClient(farm::uris, time)) {
            Typist typist = new Typist(client);
            typist.awaitUnderWay();
            dialogue.timeline().note("all processes of the farm are killed with SIGKILL, while an author types");
            long killed = time.nanoTime();
            farm.killAndRestart();
            typed = typist.acknowledged();
            dialogue.timeline()
                    .note("started again on the same file after " + Amounts.seconds(time.nanoTime() - killed) + " s");
        }
        readTyped(typed);
        long same = open.stream().filter(this::isAsAcknowledged).count();
        dialogue.timeline().note(same + " of " + open.size() + " open documents are as they were last acknowledged");
    }

    /** One edit more than acknowledged may be there: its answer was on the way. */
    private void readTyped(int acknowledged) {
        try (FarmClient client = new FarmClient(farm::uris, time)) {
            Answer answer = client.send(Request.read(Typist.DOCUMENT));
            int found = answer.isDone() ? answer.json().path("edits").asInt() : 0;
            if (found < acknowledged || found > acknowledged + 1) {
                dialogue.findings()
                        .add("before the kill " + acknowledged + " edits were acknowledged, after it " + found
                                + " are there");
            }
            dialogue.timeline()
                    .note(acknowledged + " edits were acknowledged before the kill, " + found + " are there"
                            + (found > acknowledged ? ": the answer of the last one was lost, the edit was not" : ""));
            client.send(Request.submit(Typist.DOCUMENT, Request.json().put("author", "the typist"), null));
        }
        farm.takeDeeds();
    }

    private boolean isAsAcknowledged(Played played) {
        String acknowledged = played.entityTag();
        Answer answer =
                dialogue.send("read back", played, Request.read(played.life().document()));
        if (Objects.equals(acknowledged, answer.entityTag())) {
            return true;
        }
        dialogue.findings()
                .add(played.life().label() + " is not as it was acknowledged before the kill: " + answer.status());
        return false;
    }
}
