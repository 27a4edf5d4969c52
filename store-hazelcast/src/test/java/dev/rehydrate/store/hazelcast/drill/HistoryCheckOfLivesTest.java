// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.drill.Change.Kind;
import dev.rehydrate.store.hazelcast.drill.Event.Answer;
import dev.rehydrate.store.hazelcast.drill.Event.Answered;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Intended;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Look;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Missed;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Repeated;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Seen;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Histories of instances that are completed and created again, made by hand: whole ones, and one of each kind that is broken. */
class HistoryCheckOfLivesTest {

    private static final String I = "i";
    private static final String J = "j";

    private final List<Event> history = new ArrayList<>();
    private long now;

    private static Mark mark(long life, long number) {
        return new Mark(life, number, life + "-" + number);
    }

    private HistoryCheckOfLivesTest send(String entry, Kind kind, String instance, String key, Mark seen) {
        now += 10;
        history.add(new Intended(new Change(entry, kind, instance, key, seen, ""), now));
        return this;
    }

    private HistoryCheckOfLivesTest told(String entry, Answer answer, Mark mark) {
        now += 10;
        history.add(new Answered(entry, now, now + 1, answer, 0, mark));
        return this;
    }

    private HistoryCheckOfLivesTest repeated(String entry, Answer answer, Mark mark) {
        now += 10;
        history.add(new Repeated(new Answered(entry, now, now + 1, answer, 0, mark)));
        return this;
    }

    private HistoryCheckOfLivesTest create(String entry, String instance, long life) {
        return send(entry, Kind.CREATE, instance, "", Mark.NONE).told(entry, Answer.SAVED, mark(life, 1));
    }

    private HistoryCheckOfLivesTest save(String entry, String instance, long life, long number) {
        return send(entry, Kind.SAVE, instance, "", mark(life, number - 1))
                .told(entry, Answer.SAVED, mark(life, number));
    }

    private HistoryCheckOfLivesTest take(String entry, String instance, long life, long number) {
        return send(entry, Kind.TAKE, instance, "k", mark(life, number - 1))
                .told(entry, Answer.SAVED, mark(life, number));
    }

    private HistoryCheckOfLivesTest give(String entry, String instance, long life, long number) {
        return send(entry, Kind.GIVE, instance, "k", mark(life, number - 1))
                .told(entry, Answer.SAVED, mark(life, number));
    }

    private HistoryCheckOfLivesTest complete(String entry, Answer answer, long life, long number) {
        return send(entry, Kind.COMPLETE, I, "", mark(life, number))
                .told(entry, answer, answer == Answer.SAVED ? mark(life, number + 1) : Mark.NONE);
    }

    private HistoryCheckOfLivesTest seen(String instance, Mark mark, String... entries) {
        return seen(instance, mark, List.of(), entries);
    }

    private HistoryCheckOfLivesTest seen(String instance, Mark mark, List<String> keys, String... entries) {
        now += 10;
        history.add(new Seen(new Look(instance, "", now, now + 1), mark, List.of(entries), keys));
        return this;
    }

    private HistoryCheckOfLivesTest missed(String instance) {
        now += 10;
        history.add(new Missed(new Look(instance, "", now, now + 1)));
        return this;
    }

    private HistoryCheckOfLivesTest seenByKey(String instance, Mark mark, List<String> keys, String... entries) {
        now += 10;
        history.add(new Seen(new Look(instance, "k", now, now + 1), mark, List.of(entries), keys));
        return this;
    }

    private HistoryCheckOfLivesTest missedByKey() {
        now += 10;
        history.add(new Missed(new Look("", "k", now, now + 1)));
        return this;
    }

    private Findings findings() {
        return HistoryCheck.of(history);
    }

    private void assertOnly(Flaw flaw) {
        assertThat(findings().of(flaw)).as("%s", findings()).hasSize(1);
        assertThat(findings().broken()).hasSize(1);
    }

    @Test
    void livesOneAfterTheOtherAreNotBlamed() {
        create("a", I, 1).save("b", I, 1, 2).seen(I, mark(1, 2), "a", "b");
        complete("c", Answer.SAVED, 1, 2).missed(I);
        create("d", I, 2).save("e", I, 2, 2);
        repeated("b", Answer.SAVED, mark(1, 2)).repeated("c", Answer.SAVED, mark(1, 3));
        repeated("a", Answer.UNKNOWN, Mark.NONE);
        complete("f", Answer.UNKNOWN, 2, 2).missed(I);
        create("g", I, 3).seen(I, mark(3, 1), "g").seen(I, mark(3, 1), "g");

        assertThat(findings().broken()).isEmpty();
        assertThat(findings().acknowledged()).isEqualTo(6);
        assertThat(findings().repeats()).isEqualTo(3);
        assertThat(findings().undecided()).isEqualTo(1);
    }

    @Test
    void whatIsInDoubtOrRefusedMayBeThereOrNot() {
        create("a", I, 1);
        send("b", Kind.SAVE, I, "", Mark.NONE).told("b", Answer.UNKNOWN, Mark.NONE);
        send("c", Kind.SAVE, I, "", mark(1, 1)).told("c", Answer.NO, Mark.NONE);
        send("killed", Kind.SAVE, I, "", Mark.NONE).repeated("killed", Answer.UNAVAILABLE, Mark.NONE);
        complete("d", Answer.UNKNOWN, 1, 2);
        seen(I, mark(1, 3), "a", "b", "killed");

        assertThat(findings().broken()).isEmpty();
    }

    @Test
    void aCommandThatWasRefusedMayBeCarriedOutWhenItIsRepeated() {
        create("a", I, 1).take("b", I, 1, 2).create("c", J, 2);
        send("d", Kind.TAKE, J, "k", mark(2, 1)).told("d", Answer.COLLISION, Mark.NONE);
        give("e", I, 1, 3).repeated("d", Answer.SAVED, mark(2, 2)).repeated("d", Answer.SAVED, mark(2, 2));
        seen(I, mark(1, 3), "a", "b", "e").seen(J, mark(2, 2), List.of("k=d"), "c", "d");
        seenByKey(J, mark(2, 2), List.of("k=d"), "c", "d");

        assertThat(findings().broken()).isEmpty();
    }

    @Test
    void anAcknowledgedSaveThatIsNotInItsLifeIsLost() {
        create("a", I, 1).save("b", I, 1, 2).seen(I, mark(1, 1), "a");

        assertOnly(Flaw.LOST);
    }

    @Test
    void anAcknowledgedKeyMoveThatIsNotInItsLifeIsLost() {
        create("a", I, 1).take("b", I, 1, 2).seen(I, mark(1, 1), "a").missedByKey();

        assertOnly(Flaw.LOST);
    }

    @Test
    void aSaveThatGaveWayToOneInDoubtIsLost() {
        create("a", I, 1).save("b", I, 1, 2);
        send("c", Kind.SAVE, I, "", Mark.NONE).told("c", Answer.UNKNOWN, Mark.NONE);
        send("d", Kind.SAVE, I, "", Mark.NONE).told("d", Answer.UNKNOWN, Mark.NONE);
        seen(I, mark(1, 3), "a", "c", "d");

        assertThat(findings().lost()).hasSize(1);
    }

    @Test
    void twoSavesThatAreTheSameChangeOfALifeAreLost() {
        create("a", I, 1).save("b", I, 1, 2);
        send("c", Kind.SAVE, I, "", mark(1, 1)).told("c", Answer.SAVED, new Mark(1, 2, "other"));
        complete("d", Answer.SAVED, 1, 2).missed(I);

        assertOnly(Flaw.LOST);
    }

    @Test
    void aCompletionInDoubtThatBeatsAcknowledgedSavesLosesThem() {
        create("a", I, 1);
        complete("b", Answer.UNKNOWN, 1, 1);
        save("c", I, 1, 2).save("d", I, 1, 3).missed(I);

        assertThat(findings().lost()).hasSize(2).hasSameSizeAs(findings().broken());
    }

    @Test
    void aLifeThatWasCompletedWithoutItsLastChangesLosesThem() {
        create("a", I, 1).save("b", I, 1, 2);
        complete("c", Answer.SAVED, 1, 1).missed(I);

        assertThat(findings().lost()).hasSize(1);
    }

    @Test
    void aLifeThatALaterOneReplacesIsLost() {
        create("a", I, 1).create("b", I, 2).seen(I, mark(2, 1), "b");

        assertOnly(Flaw.LOST);
    }

    @Test
    void aLifeThatIsGoneAndWasNeverCompletedIsAFalseNotFound() {
        create("a", I, 1).missed(I);

        assertOnly(Flaw.FALSE_NOT_FOUND);
    }

    @Test
    void aLifeThatIsGoneAndComesBackIsAFalseNotFound() {
        create("a", I, 1).missed(I).seen(I, mark(1, 1), "a");

        assertOnly(Flaw.FALSE_NOT_FOUND);
    }

    @Test
    void aLifeThatEndsByACompletionThatWasRefusedIsADefiniteFailureApplied() {
        create("a", I, 1).complete("b", Answer.UNAVAILABLE, 1, 1).missed(I);

        assertOnly(Flaw.DEFINITE_FAILURE_APPLIED);
    }

    @Test
    void anEntryInTwoLivesWasAppliedTwice() {
        create("a", I, 1);
        send("b", Kind.SAVE, I, "", Mark.NONE).told("b", Answer.SAVED, mark(1, 2));
        seen(I, mark(1, 2), "a", "b").complete("c", Answer.SAVED, 1, 2);
        repeated("b", Answer.UNKNOWN, Mark.NONE).seen(I, mark(2, 1), "b");

        assertOnly(Flaw.APPLIED_TWICE);
    }

    @Test
    void moreChangesThanEntriesAreALateRepeatAppliedTwice() {
        create("a", I, 1).save("b", I, 1, 2).repeated("b", Answer.UNKNOWN, Mark.NONE);
        seen(I, mark(1, 3), "a", "b");

        assertOnly(Flaw.APPLIED_TWICE);
    }

    @Test
    void aRepeatWithAnotherReceiptWasAppliedTwice() {
        create("a", I, 1).complete("b", Answer.SAVED, 1, 1);
        repeated("a", Answer.SAVED, mark(2, 1)).missed(I);

        assertThat(findings().appliedTwice()).hasSize(1);
    }

    @Test
    void aCompletedLifeThatIsBackIsResurrected() {
        create("a", I, 1).complete("b", Answer.SAVED, 1, 1).missed(I).seen(I, mark(1, 1), "a");

        assertOnly(Flaw.RESURRECTED);
    }

    @Test
    void aSaveInACompletedLifeResurrectsIt() {
        create("a", I, 1).complete("b", Answer.SAVED, 1, 1);
        send("c", Kind.SAVE, I, "", Mark.NONE).told("c", Answer.SAVED, mark(1, 2));
        seen(I, mark(1, 2), "a", "c");

        assertThat(findings().of(Flaw.RESURRECTED)).hasSize(1);
    }

    @Test
    void aCompletedLifeThatIsShownOnceMoreIsAnUntrueRead() {
        create("a", I, 1)
                .complete("b", Answer.SAVED, 1, 1)
                .seen(I, mark(1, 1), "a")
                .missed(I);

        assertOnly(Flaw.UNTRUE_READ);
    }

    @Test
    void anAcknowledgedSaveThatIsShownOnlyLaterIsAnUntrueRead() {
        create("a", I, 1).save("b", I, 1, 2).seen(I, mark(1, 1), "a").seen(I, mark(1, 2), "a", "b");

        assertOnly(Flaw.UNTRUE_READ);
    }

    @Test
    void whatIsShownInDoubtAndIsGoneThenIsAnUntrueRead() {
        create("a", I, 1);
        send("b", Kind.SAVE, I, "", Mark.NONE).told("b", Answer.UNKNOWN, Mark.NONE);
        seen(I, mark(1, 2), "a", "b").seen(I, mark(1, 1), "a");

        assertOnly(Flaw.UNTRUE_READ);
    }

    @Test
    void everyRefusalOfALateRepeatOfWhatWasDoneIsADefiniteFailureApplied() {
        for (Answer refusal : List.of(Answer.COLLISION, Answer.NO, Answer.HELD, Answer.ENDED)) {
            history.clear();
            create("a", I, 1).take("b", I, 1, 2).give("c", I, 1, 3).repeated("b", refusal, Mark.NONE);
            seen(I, mark(1, 3), "a", "b", "c").missedByKey();

            assertOnly(Flaw.DEFINITE_FAILURE_APPLIED);
        }
    }

    @Test
    void aLateRepeatOfACompletionThatFindsNothingIsADefiniteFailureApplied() {
        create("a", I, 1).complete("b", Answer.SAVED, 1, 1);
        repeated("b", Answer.NO, Mark.NONE).missed(I);

        assertOnly(Flaw.DEFINITE_FAILURE_APPLIED);
    }

    @Test
    void aLateRepeatOfARemovalThatFindsNothingIsADefiniteFailureApplied() {
        create("a", I, 1).complete("b", Answer.SAVED, 1, 1).missed(I);
        send("c", Kind.REMOVE, I, "", Mark.NONE).told("c", Answer.SAVED, Mark.NONE);
        repeated("c", Answer.NO, Mark.NONE).missed(I);

        assertOnly(Flaw.DEFINITE_FAILURE_APPLIED);
    }

    @Test
    void aKeyThatTwoInstancesListInTheEndIsBlamed() {
        create("a", I, 1).create("b", J, 2);
        take("c", I, 1, 2).take("d", J, 2, 2);
        seen(I, mark(1, 2), List.of("k=c"), "a", "c").seen(J, mark(2, 2), List.of("k=d"), "b", "d");

        assertOnly(Flaw.KEY_WRONG);
    }

    @Test
    void aKeyThatTwoInstancesHadAtOnceIsBlamed() {
        create("a", I, 1).create("b", J, 2);
        take("c", I, 1, 2).take("d", J, 2, 2).save("e", J, 2, 3).save("f", I, 1, 3);
        give("g", I, 1, 4).seen(I, mark(1, 4), "a", "c", "f", "g");
        seen(J, mark(2, 3), List.of("k=d"), "b", "d", "e");

        assertOnly(Flaw.KEY_WRONG);
    }

    @Test
    void aKeyThatLeadsNowhereIsBlamed() {
        create("a", I, 1).take("b", I, 1, 2);
        seen(I, mark(1, 2), List.of("k=b"), "a", "b").missedByKey();

        assertOnly(Flaw.KEY_WRONG);
    }

    @Test
    void aKeyThatLedNowhereForAWhileIsBlamed() {
        create("a", I, 1).take("b", I, 1, 2).missedByKey().give("c", I, 1, 3);
        seen(I, mark(1, 3), "a", "b", "c");

        assertOnly(Flaw.KEY_WRONG);
    }

    @Test
    void aKeyThatItsInstanceOrItsDataDoNotListIsBlamed() {
        create("a", I, 1).seenByKey(I, mark(1, 1), List.of(), "a");
        assertOnly(Flaw.KEY_WRONG);

        history.clear();
        create("a", I, 1).take("b", I, 1, 2).seen(I, mark(1, 2), List.of("k!b"), "a", "b");

        assertThat(findings().of(Flaw.KEY_WRONG)).hasSize(1);
    }

    @Test
    void aStateWithoutTheChangeThatHasMadeItIsOneEtagWithTwoContents() {
        create("a", I, 1).save("b", I, 1, 2);
        send("c", Kind.SAVE, I, "", Mark.NONE).told("c", Answer.UNKNOWN, Mark.NONE);
        seen(I, mark(1, 2), "a", "c");

        assertThat(findings().of(Flaw.ETAG_TWICE)).hasSize(1);
    }

    @Test
    void twoLivesInWhichChangesAreAcknowledgedInTurnAreTwoAtOnce() {
        create("a", I, 1).create("b", I, 2).save("c", I, 1, 2).save("d", I, 2, 2);
        seen(I, mark(2, 2), "b", "d");

        assertThat(findings().of(Flaw.TWO_LIVES)).isNotEmpty();
    }

    @Test
    void anInstanceThatWasNotLookedAtInTheEndIsOdd() {
        create("a", I, 1);

        assertOnly(Flaw.ODD);
    }

    @Test
    void anEntryThatWasNeverSentIsOdd() {
        create("a", I, 1).seen(I, mark(1, 2), "a", "x");

        assertOnly(Flaw.ODD);
    }
}
