// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.chaos;

import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.correlation.KeyAlgorithm;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.Turn;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.instance.InstanceId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A workflow that gets posted messages, and for each a message by a timer of its own a moment later. */
final class Errands {

    private static final String NAME = "Errands";
    private static final String BOOK = "Book";
    private static final Duration LATER = Duration.ofMillis(500);

    private final Operation<Done, Echo, Void> echo = Operation.mustExist("Echo", Echo.class)
            .correlatedBy(Correlation.<Echo>content(NAME).part(BOOK, Echo::book))
            .handledBy(Errands::echo);
    private final Operation<Done, Letter, Void> letter = Operation.createOrGet("Letter", Letter.class)
            .correlatedBy(Correlation.<Letter>content(NAME).part(BOOK, Letter::book))
            .handledBy(this::take);

    /** The state. */
    public static final class Done {
        public List<String> letters = new ArrayList<>();
        public List<String> echoes = new ArrayList<>();
    }

    /**
     * A message that is posted.
     *
     * @param book names the instance
     * @param text what to write down
     */
    public record Letter(String book, String text) {}

    /**
     * A message of a timer.
     *
     * @param book names the instance
     * @param text that of the letter
     */
    public record Echo(String book, String text) {}

    private Void take(Turn<Done> turn, Done before, Letter letter) {
        Done done = before == null ? turn.become(new Done()) : before;
        done.letters.add(letter.text());
        turn.scheduleAfter(letter.text(), LATER, echo, new Echo(letter.book(), letter.text()));
        return null;
    }

    private static Void echo(Turn<Done> turn, Done done, Echo echo) {
        done.echoes.add(echo.text());
        return null;
    }

    Operation<Done, Letter, Void> letter() {
        return letter;
    }

    WorkflowDefinition<Done> definition() {
        return WorkflowDefinition.of(NAME, "1.0", Done.class).with(letter).with(echo);
    }

    static InstanceId instance(String book) {
        return InstanceId.atHomeOf(CorrelationKey.of(KeyAlgorithm.SHA_256_128, NAME, Map.of(BOOK, book))
                .key());
    }
}
