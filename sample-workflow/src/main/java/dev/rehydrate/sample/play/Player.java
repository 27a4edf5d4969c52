// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.play;

import dev.rehydrate.sample.client.Answer;
import dev.rehydrate.sample.client.Request;
import dev.rehydrate.sample.story.Content;
import dev.rehydrate.sample.story.Life;
import dev.rehydrate.sample.story.Step;
import dev.rehydrate.sample.story.Story;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Plays a story line by line, as the clients of the farm, and looks at every document in the end. */
final class Player {

    private static final int MOST_REPEATS = 5;
    private static final int CONFLICT = 412;
    private static final int GONE = 404;

    private final Dialogue dialogue;
    private final Findings findings;
    private final Map<String, Played> latest = new HashMap<>();
    private final Map<String, Played> open = new LinkedHashMap<>();
    private final List<Played> all = new ArrayList<>();

    Player(Dialogue dialogue, Findings findings) {
        this.dialogue = dialogue;
        this.findings = findings;
    }

    /**
     * Plays all lines, then reads each document that is still being worked on from both nodes; gives up when all goes wrong.
     *
     * @param inTheMiddle is given the documents that are open when half of the lines are played
     */
    List<Played> play(Story story, Consumer<Collection<Played>> inTheMiddle) {
        dialogue.begin();
        Iterator<Life> lives = story.lives().iterator();
        for (Step step : story.steps()) {
            if (findings.areEnough()) {
                findings.add("given up before line " + step.line());
                return List.copyOf(all);
            }
            if (step instanceof Step.Create && step.refused() == 0) {
                Played begun = new Played(lives.next());
                latest.put(step.document(), begun);
                all.add(begun);
                open.put(step.document(), begun);
            }
            play(step);
            if (step.line() == story.steps().size() / 2) {
                inTheMiddle.accept(open.values());
            }
        }
        all.stream().filter(played -> !played.life().submitted()).forEach(this::look);
        return List.copyOf(all);
    }

    private void play(Step step) {
        Played played = latest.computeIfAbsent(step.document(), id -> new Played(Life.never(id)));
        if (step instanceof Step.Create create) {
            require(
                    dialogue.send("create", played, Request.create(step.document(), Messages.create(create))),
                    step,
                    201);
        } else if (step instanceof Step.Edit edit) {
            edit(played, edit);
        } else if (step instanceof Step.Read) {
            require(dialogue.send("read", played, Request.read(step.document())), step, 200);
        } else if (step instanceof Step.Submit submit) {
            submit(played, submit);
        }
    }

    private void edit(Played played, Step.Edit step) {
        String seen = step.stale() ? played.formerEntityTag() : played.entityTag();
        Answer answer = dialogue.send("edit", played, request(step, seen));
        if (step.stale() && answer.status() != CONFLICT) {
            findings.add(where(step) + " is stale and was answered with " + answer.status() + " instead of 412");
        }
        for (int repeats = 0; answer.status() == CONFLICT && repeats < MOST_REPEATS; repeats++) {
            require(dialogue.send("read again", played, Request.read(step.document())), step, 200);
            answer = dialogue.send("edit again", played, request(step, played.entityTag()));
        }
        require(answer, step, 200);
    }

    private static Request request(Step.Edit step, @Nullable String ifMatch) {
        return Request.edit(step.document(), Messages.edit(step), ifMatch);
    }

    private void submit(Played played, Step.Submit step) {
        Request request = Request.submit(step.document(), Messages.submit(step), played.entityTag());
        Answer answer = dialogue.send("submit", played, request);
        require(answer, step, 200);
        if (answer.isDone()) {
            open.remove(step.document());
            played.seen(answer);
            Answer after = dialogue.send("read after", played, Request.read(step.document()));
            if (after.status() != GONE) {
                findings.add(where(step) + " was done, but the document is still answered with " + after.status());
            }
        }
    }

    private void look(Played played) {
        for (int node = 0; node < dialogue.nodes(); node++) {
            Answer answer = dialogue.send(
                    "last look", played, Request.read(played.life().document()));
            if (answer.isDone()) {
                played.seen(answer);
            } else {
                findings.add(played.life().label() + " cannot be read in the end: " + reason(answer));
            }
        }
        Content expected = played.life().attachment();
        if (expected != null) {
            download(played, expected);
        }
    }

    private void download(Played played, Content expected) {
        Answer answer = dialogue.send(
                "download", played, Request.attachment(played.life().document()));
        if (!answer.isDone() || !Content.digest(answer.body()).equals(expected.sha256())) {
            findings.add(played.life().label() + ": the attachment as downloaded, " + answer.body().length
                    + " bytes, is not the one that was sent");
        }
    }

    private void require(Answer answer, Step step, int status) {
        int expected = step.refused() == 0 ? status : step.refused();
        if (answer.status() != expected) {
            findings.add(where(step) + " was answered with " + reason(answer) + " instead of " + expected);
        }
    }

    private static String where(Step step) {
        return "line " + step.line() + ": " + step.getClass().getSimpleName().toLowerCase(Locale.ROOT) + " of "
                + step.document();
    }

    private static String reason(Answer answer) {
        return answer.isDone()
                ? String.valueOf(answer.status())
                : answer.status() + " (" + answer.json().path("detail").asText() + ")";
    }
}
