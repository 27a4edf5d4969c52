// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.story;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A file of editing sessions.
 *
 * @param name where it comes from
 * @param steps its lines, in their order
 * @param lives what they lead to, worked out from the file alone
 */
public record Story(String name, List<Step> steps, List<Life> lives) {

    private static final String SHIPPED = "sessions.jsonl";

    /** Copies the lists. */
    public Story {
        steps = List.copyOf(steps);
        lives = List.copyOf(lives);
    }

    /**
     * Reads the file that is shipped with the sample.
     *
     * @return the story
     */
    public static Story shipped() {
        try (InputStream resource = Story.class.getResourceAsStream(SHIPPED)) {
            if (resource == null) {
                throw new StoryException("the sample was built without its " + SHIPPED, null);
            }
            return of(SHIPPED, resource.readAllBytes());
        } catch (IOException unreadable) {
            throw new StoryException("cannot read the shipped " + SHIPPED, unreadable);
        }
    }

    /**
     * Reads a file.
     *
     * @param file where it is
     * @return the story
     * @throws StoryException if the file cannot be read, or does not make sense; says in which line
     */
    public static Story at(Path file) {
        try {
            return of(file.toString(), Files.readAllBytes(file));
        } catch (IOException unreadable) {
            throw new StoryException("cannot read the sessions in " + file + ": " + unreadable, unreadable);
        }
    }

    private static Story of(String name, byte[] bytes) {
        try {
            return of(
                    name,
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes))
                            .toString());
        } catch (CharacterCodingException notText) {
            throw new StoryException(name + " is not UTF-8", notText);
        }
    }

    /**
     * Reads text.
     *
     * @param name where it comes from, for people
     * @param text lines of JSON
     * @return the story
     * @throws StoryException if it does not make sense; says in which line
     */
    public static Story of(String name, String text) {
        try {
            List<Step> steps = StoryReader.read(text);
            return new Story(name, steps, lives(steps));
        } catch (StoryException wrong) {
            throw new StoryException(name + " " + wrong.getMessage(), wrong);
        }
    }

    private static List<Life> lives(List<Step> steps) {
        List<LifeDraft> all = new ArrayList<>();
        Map<String, LifeDraft> latest = new HashMap<>();
        for (Step step : steps) {
            if (step.refused() != 0) {
                continue;
            }
            LifeDraft before = latest.get(step.document());
            if (step instanceof Step.Create create) {
                LifeDraft begun = begin(create, before);
                all.add(begun);
                latest.put(create.document(), begun);
            } else {
                goOn(step, before);
            }
        }
        return all.stream().map(LifeDraft::toLife).toList();
    }

    private static LifeDraft begin(Step.Create create, @Nullable LifeDraft before) {
        if (before != null && before.isOpen()) {
            throw StoryException.at(
                    create.line(), "the document exists; if the service shall refuse this, say \"refused\": 409");
        }
        return new LifeDraft(create, before == null ? 1 : before.ordinal() + 1);
    }

    private static void goOn(Step step, @Nullable LifeDraft life) {
        if (life == null || (!life.isOpen() && !(step instanceof Step.Expect))) {
            throw StoryException.at(
                    step.line(), "there is no such document; if the service shall refuse this, say \"refused\": 404");
        }
        if (step instanceof Step.Edit edit) {
            life.edit(edit);
        } else if (step instanceof Step.Submit) {
            life.submit();
        } else if (step instanceof Step.Expect expect) {
            life.expect(expect);
        }
    }
}
