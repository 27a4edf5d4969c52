// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.earlier;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.correlation.KeyAlgorithm;
import dev.rehydrate.host.ConcurrencyControl;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.StateMapping;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.DefinitionIdentity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The workflow whose instances an earlier release has stored. Its names and classes are in what is stored: they are never changed. */
public final class Parcels {

    public static final Duration CHASE_AFTER = Duration.ofHours(1);

    private static final Correlation<Word> BY_NUMBER =
            Correlation.<Word>content("parcels").part("Number", Word::parcel);

    /** A state of two values. */
    public record Parcel(String number, List<String> words) {

        Parcel with(String word) {
            List<String> all = new ArrayList<>(words);
            all.add(word);
            return new Parcel(number, List.copyOf(all));
        }
    }

    /** Each message. */
    public record Word(String parcel, String word) {}

    /** The state of a conversation. */
    public record Talk(String with, int turns) {}

    public static final Operation<Parcel, Word, String> REGISTER = Operation.createOrGet("Register", Word.class)
            .correlatedBy(BY_NUMBER)
            .replying(String.class)
            .handledBy((turn, parcel, message) -> {
                if (parcel == null) {
                    turn.associateKey("customer", customerOf(message.parcel()));
                }
                Parcel before = parcel == null ? new Parcel(message.parcel(), List.of()) : parcel;
                return String.join("+", turn.become(before.with(message.word())).words());
            });

    public static final Operation<Parcel, Word, String> CHASE = Operation.mustExist("Chase", Word.class)
            .correlatedBy(BY_NUMBER)
            .handledBy((turn, parcel, message) ->
                    String.join("+", turn.become(parcel.with(message.word())).words()));

    public static final Operation<Parcel, Word, String> READ = Operation.mustExist("Read", Word.class)
            .correlatedBy(BY_NUMBER)
            .handledBy((turn, parcel, message) -> {
                turn.unchanged();
                return String.join("+", parcel.words());
            });

    public static final Operation<Parcel, Word, String> CHASE_LATER = Operation.mustExist("ChaseLater", Word.class)
            .correlatedBy(BY_NUMBER)
            .handledBy((turn, parcel, message) -> {
                turn.unchanged();
                turn.scheduleAfter("chase", CHASE_AFTER, CHASE, message);
                return "";
            });

    public static final Operation<Parcel, Word, String> SHIP = Operation.mustExist("Ship", Word.class)
            .correlatedBy(BY_NUMBER)
            .handledBy((turn, parcel, message) -> {
                turn.unchanged();
                turn.send("carrier", message);
                return "";
            });

    public static final Operation<Parcel, Word, String> TALK = Operation.mustExist("Talk", Word.class)
            .correlatedBy(BY_NUMBER)
            .handledBy((turn, parcel, message) -> {
                turn.unchanged();
                var talk = turn.conversation("delivery", Talk.class);
                Talk now = talk.getOrStart(() -> new Talk(message.word(), 0));
                Talk next = talk.replace(new Talk(now.with(), now.turns() + 1));
                return next.with() + next.turns();
            });

    public static final Operation<Parcel, Word, String> LOSE = Operation.mustExist("Lose", Word.class)
            .correlatedBy(BY_NUMBER)
            .handledBy((turn, parcel, message) -> {
                turn.unchanged();
                turn.fail("it is lost");
                return "";
            });

    public static final Operation<Parcel, Word, String> DELIVER = Operation.mustExist("Deliver", Word.class)
            .correlatedBy(BY_NUMBER)
            .handledBy((turn, parcel, message) -> {
                turn.become(parcel.with(message.word()));
                turn.complete();
                return "";
            });

    public static final WorkflowDefinition<Parcel> DEFINITION = WorkflowDefinition.of(
                    DefinitionIdentity.of("Parcel", "1.0"), StateMapping.ofRecord(Parcel.class))
            .completingBy(CompletionAction.KEEP)
            .concurrency(ConcurrencyControl.PESSIMISTIC)
            .with(REGISTER, READ, CHASE, CHASE_LATER, SHIP, TALK, LOSE, DELIVER);

    private Parcels() {}

    public static ValueEncoding values() {
        return ValueEncoding.with(JacksonCodec.builder().build());
    }

    public static Word word(String parcel, String word) {
        return new Word(parcel, word);
    }

    public static CorrelationKey key(String parcel) {
        return CorrelationKey.of(KeyAlgorithm.SHA_256_128, "parcels", Map.of("Number", parcel));
    }

    public static CorrelationKey customerOf(String parcel) {
        return CorrelationKey.of(KeyAlgorithm.SHA_256_128, "customers", Map.of("Customer", "of " + parcel));
    }
}
