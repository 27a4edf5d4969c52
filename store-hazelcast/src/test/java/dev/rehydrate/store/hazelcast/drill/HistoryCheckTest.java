// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.store.hazelcast.drill.Event.Answer;
import dev.rehydrate.store.hazelcast.drill.Event.Answered;
import dev.rehydrate.store.hazelcast.drill.Event.Created;
import dev.rehydrate.store.hazelcast.drill.Event.Listed;
import dev.rehydrate.store.hazelcast.drill.Event.Looked;
import dev.rehydrate.store.hazelcast.drill.Event.Odd;
import dev.rehydrate.store.hazelcast.drill.Event.Result;
import dev.rehydrate.store.hazelcast.drill.Event.Sent;
import dev.rehydrate.store.hazelcast.drill.Event.Shown;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Look;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Missed;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Repeated;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Seen;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Stamped;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Histories made by hand: a judge that finds nothing in a broken one is none. */
class HistoryCheckTest {

    private static final long MILLI = 1_000_000;

    private final List<Event> history = new ArrayList<>(List.of(new Created("i", 1)));

    private HistoryCheckTest save(String entry, long sentAt, Answer answer, long token, long revision) {
        history.add(new Sent(entry, "i", sentAt));
        return again(entry, sentAt, answer, token, revision);
    }

    private HistoryCheckTest again(String entry, long sentAt, Answer answer, long token, long revision) {
        history.add(new Answered(entry, sentAt, sentAt + 1, answer, token, mark(revision)));
        return this;
    }

    private static Mark mark(long revision) {
        return revision == 0 ? Mark.NONE : new Mark(1, revision, "1-" + revision);
    }

    private HistoryCheckTest look(long sentAt, Result result, long token) {
        history.add(new Looked("i", sentAt, sentAt + 1, result, token));
        return this;
    }

    private HistoryCheckTest shown(long revision, String... entries) {
        history.add(new Shown("i", revision, List.of(entries)));
        return this;
    }

    private Findings findings() {
        return HistoryCheck.of(history);
    }

    @Test
    void aHistoryInWhichAllWentWellIsNotBlamed() {
        look(5, Result.FOUND, 2).save("a", 10, Answer.SAVED, 2, 2).save("b", 20, Answer.SAVED, 2, 3);
        look(30, Result.FOUND, 3).save("c", 40, Answer.UNKNOWN, 0, 0).again("c", 45, Answer.SAVED, 3, 4);
        save("d", 50, Answer.UNAVAILABLE, 0, 0).save("e", 60, Answer.NO, 0, 0).save("f", 70, Answer.LOST, 0, 0);
        shown(4, "a", "b", "c").shown(4, "a", "b", "c");

        assertThat(findings().broken()).isEmpty();
        assertThat(findings().acknowledged()).isEqualTo(3);
    }

    @Test
    void anAcknowledgedSaveThatOneNodeDoesNotShowIsLost() {
        save("a", 10, Answer.SAVED, 2, 2).shown(2, "a").shown(1);

        assertThat(findings().lost()).hasSize(1);
    }

    @Test
    void aSaveThatWasSettledLaterAndIsNotThereIsLost() {
        save("a", 10, Answer.UNKNOWN, 0, 0).again("a", 20, Answer.SAVED, 2, 2).shown(1);

        assertThat(findings().lost()).hasSize(1);
    }

    @Test
    void whatIsUnknownMayBeThereOrNot() {
        save("a", 10, Answer.UNKNOWN, 0, 0).save("b", 30, Answer.UNKNOWN, 0, 0);
        save("c", 32, Answer.UNKNOWN, 0, 0).again("c", 35, Answer.NO, 0, 0);
        history.add(new Sent("killed before the answer", "i", 40));

        assertThat(shown(2, "a").findings().broken()).isEmpty();
        assertThat(findings().acknowledged()).isZero();
    }

    @Test
    void anEntryThatIsThereTwiceWasAppliedTwice() {
        save("a", 10, Answer.SAVED, 2, 2).shown(3, "a", "a");

        assertThat(findings().appliedTwice()).hasSize(1);
    }

    @Test
    void aRevisionTooManyIsASaveAppliedTwice() {
        save("a", 10, Answer.SAVED, 2, 2).shown(3, "a");

        assertThat(findings().appliedTwice()).hasSize(1);
    }

    @Test
    void aSaveUnderASmallerTokenThanTheRevisionBeforeItIsStale() {
        save("a", 10, Answer.SAVED, 3, 2).save("b", 10, Answer.SAVED, 2, 3).shown(3, "a", "b");

        assertThat(findings().staleAccepted()).hasSize(1);
    }

    @Test
    void aSaveThatWasSentAfterAnotherGotTheHoldIsStale() {
        look(5, Result.FOUND, 3).save("a", 10, Answer.SAVED, 2, 2).shown(2, "a");

        assertThat(findings().staleAccepted()).hasSize(1);
    }

    @Test
    void aSaveThatWasSentBeforeAnotherGotTheHoldIsNotStale() {
        save("a", 10, Answer.SAVED, 2, 2).look(10, Result.FOUND, 3).shown(2, "a");

        assertThat(findings().broken()).isEmpty();
    }

    @Test
    void notFoundIsFalseOnceTheInstanceWasCreated() {
        look(5, Result.NOT_FOUND, 0).shown(1);

        assertThat(findings().falseNotFound()).hasSize(1);
    }

    @Test
    void notFoundIsTrueBeforeTheInstanceWasCreated() {
        look(0, Result.NOT_FOUND, 0).shown(1);

        assertThat(findings().broken()).isEmpty();
    }

    @Test
    void anInstanceThatIsGoneInTheEndIsBlamed() {
        assertThat(shown(0).findings().falseNotFound()).hasSize(1);
    }

    @Test
    void anInstanceThatIsOnNoPageIsBlamedOnceItWasCreated() {
        history.add(new Listed("id", 0, 9, List.of()));
        history.add(new Listed("id", 5, 9, List.of("i")));
        assertThat(shown(1).findings().broken()).isEmpty();

        history.add(new Listed("id", 5, 9, List.of()));

        assertThat(findings().falseNotFound()).hasSize(1);
    }

    @Test
    void anInstanceThatIsOnTwoPagesIsOdd() {
        history.add(new Listed("created", 5, 9, List.of("i", "i")));

        assertThat(shown(1).findings().odd()).hasSize(1);
    }

    @Test
    void whatWasSaidNotToBeDoneMustNotBeThere() {
        save("a", 10, Answer.UNAVAILABLE, 0, 0).save("b", 10, Answer.NO, 0, 0).save("c", 10, Answer.LOST, 0, 0);

        assertThat(shown(4, "a", "b", "c").findings().definiteFailureApplied()).hasSize(3);
    }

    @Test
    void aRepeatThatIsToldOfAMismatchAlthoughTheSaveIsThereIsADefiniteFailureApplied() {
        save("a", 10, Answer.UNKNOWN, 0, 0).again("a", 20, Answer.NO, 0, 0).shown(2, "a");

        assertThat(findings().definiteFailureApplied()).hasSize(1);
    }

    @Test
    void aLateRepeatOfAnAcknowledgedSaveThatIsToldOfAMismatchIsADefiniteFailureApplied() {
        save("a", 10, Answer.SAVED, 2, 2).shown(2, "a");
        history.add(new Repeated(new Answered("a", 50, 51, Answer.NO, 0, Mark.NONE)));

        assertThat(findings().definiteFailureApplied()).hasSize(1);
        assertThat(findings().repeats()).isEqualTo(1);
    }

    @Test
    void oneEtagThatShowsTwoContentsIsBlamed() {
        history.add(new Stamped("i", "1-2", "one"));
        history.add(new Stamped("i", "1-2", "one"));
        history.add(new Stamped("i", "1-3", "other"));
        assertThat(shown(1).findings().broken()).isEmpty();

        history.add(new Stamped("i", "1-2", "other"));
        assertThat(findings().of(Flaw.ETAG_TWICE)).hasSize(1);
    }

    @Test
    void oneEtagForTwoAcknowledgedSavesIsBlamed() {
        save("a", 10, Answer.SAVED, 2, 2).save("b", 20, Answer.SAVED, 2, 2).shown(3, "a", "b");

        assertThat(findings().of(Flaw.ETAG_TWICE)).hasSize(1);
    }

    @Test
    void anEntryThatNobodySentIsOdd() {
        assertThat(shown(2, "x").findings().odd()).hasSize(1);
    }

    @Test
    void anInstanceThatNobodyLookedAtIsOdd() {
        assertThat(findings().odd()).hasSize(1);
    }

    @Test
    void theLongestWaitCountsOfSavesAndLoads() {
        history.add(new Sent("a", "i", 0));
        history.add(new Answered("a", 0, 7 * MILLI, Answer.UNKNOWN, 0, Mark.NONE));
        history.add(new Looked("i", 10, 10 + 9 * MILLI, Result.TROUBLE, 0));

        assertThat(shown(1).findings().maxStallMillis()).isEqualTo(9);
    }

    @Test
    void findingsAddUp() {
        Findings once = save("a", 10, Answer.SAVED, 2, 2).shown(1).findings();

        assertThat(once.plus(once).lost()).hasSize(2);
        assertThat(once.plus(Findings.NONE)).isEqualTo(once);
    }

    @Test
    void everyEventIsReadBackAsItWasWritten() {
        List<Event> all = List.of(
                new Created("i", 1),
                new Sent("a", "i", 2),
                new Answered("a", 2, 3, Answer.SAVED, 4, mark(5)),
                new Looked("i", 2, 3, Result.HELD, 0),
                new Listed("id", 2, 3, List.of("i", "i")),
                new Listed("id", 2, 3, List.of()),
                new Shown("i", 3, List.of("a", "b")),
                new Shown("i", 1, List.of()),
                new Odd("what"),
                new LifeEvent.Intended(new Change("a", Change.Kind.TAKE, "i", "k", mark(2), "RELEASE"), 7),
                new LifeEvent.Intended(new Change("b", Change.Kind.REMOVE, "i", "", Mark.NONE, ""), 7),
                new Repeated(new Answered("a", 2, 3, Answer.COLLISION, 0, Mark.NONE)),
                new Seen(new Look("i", "k", 2, 3), mark(4), List.of("a", "b"), List.of("k=a")),
                new Seen(new Look("i", "", 2, 3), mark(1), List.of(), List.of()),
                new Missed(new Look("", "k", 2, 3)),
                new Stamped("i", "1-2", "digest"));

        assertThat(all.stream().map(event -> Event.parse(event.line())).toList())
                .isEqualTo(all);
        assertThatThrownBy(() -> Event.parse("sent\ta\ti")).isInstanceOf(IllegalArgumentException.class);
    }
}
