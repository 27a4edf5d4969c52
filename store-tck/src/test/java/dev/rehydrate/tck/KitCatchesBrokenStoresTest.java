// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedClass;

import dev.rehydrate.codec.ValueEncoding;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;

/** The kit is only as good as what it catches: each store here breaks one promise, and named tests must notice. */
class KitCatchesBrokenStoresTest {

    @Test
    void aStoreThatKeepsAllPromisesPasses() {
        Events tests = run(Sane.class, 30, Set.of()).testEvents();

        assertThat(failed(tests)).isEmpty();
        assertThat(tests.succeeded().count()).isGreaterThan(150);
    }

    /** Each store has data of its own, so they are tried side by side. */
    @TestFactory
    @Execution(ExecutionMode.CONCURRENT)
    Stream<DynamicTest> everyBrokenStoreIsCaughtByNamedTests() {
        return Stream.of(
                caught(
                        Fenceless.class,
                        "aSaveThatWasOnTheWayWhileTheLeaseEndedIsFenced",
                        "aHoldOfAnEarlierLifeIsWorthNothing",
                        "aSaveThatWasOnTheWayDoesNotReachTheNextLife",
                        "whateverIsDoneInWhateverOrderEveryAnswerIsTrue"),
                caught(Unexpecting.class, "aSaveThatExpectsAnInstanceCreatesNone", "aSaveCanExpectABareNumber"),
                caught(Amnesiac.class, "anAuthoritativeLoadSeesEveryAcknowledgedSave"),
                caught(Grabbing.class, "aCollisionUndoesTheWholeSave"),
                caught(
                        LeakyKeys.class,
                        "completingWithDeleteLeavesNothing",
                        "aClaimThatADeadHostLeftBehindIsSweptAway",
                        "aCreationWithOneFurtherKeyThatDiesAtAnyStepLeavesAllOrNothing",
                        "aCreationWithThreeFurtherKeysThatDiesAtAnyStepLeavesAllOrNothing",
                        "anAssociationThatDiesAtAnyStepLeavesAllOrNothing",
                        "aDisassociationThatDiesAtAnyStepLeavesAllOrNothing",
                        "aCompletionThatDiesAtAnyStepLeavesAllOrNothing",
                        "aDeletionThatDiesAtAnyStepLeavesAllOrNothing",
                        "aReclaimThatDiesAtAnyStepLeavesAllOrNothing"),
                caught(
                        Unrevoked.class,
                        "aKeyClaimedByASaverThatStalledIsTakenOverAndTheSaverIsRefused",
                        "aSaverThatStalledUntilItsClaimWasSweptCannotCommitUnderIt"),
                caught(
                        Resurrecting.class,
                        "aSaveDoesNotBringADeletedInstanceBack",
                        "whateverIsDoneInWhateverOrderEveryAnswerIsTrue"),
                caught(
                        Forgetful.class,
                        "aRepeatedSaveIsDoneOnce",
                        "whoRepeatsWhatIsUnknownCountsRight",
                        "whateverIsDoneInWhateverOrderEveryAnswerIsTrue"),
                caught(
                        Unmarked.class,
                        "aLateRepeatOfASaveIsNeverCarriedOutAgain",
                        "aLateRepeatOfASaveThatExpectedARevisionIsNeverAMismatch",
                        "aLateRepeatOfACreationNeitherCreatesNorMeetsItself",
                        "aLateRepeatOfACompletionDoesNotEndTheNextLife"),
                caught(Narrow.class, "aRepeatIsAnsweredTheSameHoweverMuchOthersDidSince"),
                caught(Crowded.class, "aSaveWithAChosenIdIsNotForgottenForTouches"),
                caught(
                        NumberedOnly.class,
                        "aRevisionWithTheSameNumberThatAnotherCommandMadeIsAMismatch",
                        "anETagThatDoesNotSayWhichCommandMadeItIsAMismatch"),
                caught(
                        Unrecalling.class,
                        "aRepeatedSaveIsAnsweredTheSameAfterItsKeyMovedOn",
                        "aRepeatedSaveIsAnsweredTheSameAfterCompletionAlthoughAnotherHasItsKey",
                        "aLateRepeatOfASaveWhoseKeyHasMovedOnIsNeverACollision",
                        "aRepeatedLoadThatAssociatedAKeyIsAnsweredFromMemoryAfterTheKeyMovedOn",
                        "aReleaseWhoseAnswerWasLostIsSettledOnANewHandle"),
                caught(
                        LastWriterWins.class,
                        "aRevisionCanBeSpentOnce",
                        "aStaleDeltaIsAMismatchAndChangesNothing",
                        "whateverIsDoneInWhateverOrderEveryAnswerIsTrue"),
                caught(
                        Clinging.class,
                        "aHoldIsTakenFromALiveOwnerWhichLearnsItAtItsNextCommand",
                        "aHoldThatWasTakenAwayGoesToTheNextAndTheFormerHolderCanBeTheNext",
                        "whatIsDueRunsAfterItsHolderLostItByForce"),
                caught(Undiscerning.class, "aReleaseByAFormerHolderIsRefusedAndTheNextOneKeepsItsHold"),
                caught(Merging.class, "aSaveOfTheWholeBagReplacesIt"),
                caught(Lavish.class, "theBytesOfWhatIsNotSelectedDoNotLeaveTheEngine"),
                caught(Keyring.class, "keysThatAreNotSelectedDoNotLeaveTheEngine"),
                caught(Keyless.class, "aLoadWithoutKeysHandsBackTheOneItLookedUpAndNoOther"),
                caught(
                        Stingy.class,
                        "aLoadHandsBackTheValuesThatItSelectsAndNoOthers",
                        "theBytesOfWhatIsNotSelectedDoNotLeaveTheEngine"),
                caught(Partial.class, "whatALoadDidNotSelectIsThereForTheNextLoadAndAfterASave"),
                caught(Talkative.class, "writeOnlyValuesAreNeverHandedBack"),
                caught(
                        Laggard.class,
                        "whatADeadOwnerHeldIsTakenOver",
                        "whatADeadHostHeldBecomesRunnable",
                        "aReclaimThatDiesAtAnyStepLeavesAllOrNothing"),
                caught(TriggerHappy.class, "aLiveOwnerKeepsItsHoldsForAsLongAsItLives"),
                caught(Generous.class, "oneOfTwoOwnersGetsTheDueInstance"),
                caught(Halting.class, "aWalkFindsEachInstanceThatWantsToRunOnce"),
                caught(
                        Merciless.class,
                        "whatIsDueDoesNotExpire",
                        "whatIsSuspendedDoesNotExpire",
                        "whatALiveOwnerHoldsDoesNotExpire"),
                caught(
                        Hoarding.class,
                        "whatADeadOwnerHeldIsListedUntilItIsSweptAndNotLonger",
                        "whatCompletedInstancesLeaveIsGoneSoonAfterItsRetentionHoweverMany",
                        "aClaimThatADeadHostLeftBehindIsSweptAway"),
                caught(
                        Archiving.class,
                        "whatIsCompletedAndKeptIsPurgedWithItsKeysAfterItsRetentionNotBefore",
                        "whatHasFailedIsPurgedAfterARetentionOfItsOwnUnlessItWasRetried"),
                caught(
                        Shredding.class,
                        "whatIsCompletedAndKeptIsPurgedWithItsKeysAfterItsRetentionNotBefore",
                        "whatHasFailedIsPurgedAfterARetentionOfItsOwnUnlessItWasRetried",
                        "whatHasEndedIsKeptForEverUnlessATimeIsSet"),
                caught(Reckoning.class, "aRetentionMayBeForEverAndTheSweepGoesOn"),
                caught(Ruthless.class, "neitherTheHeldNorTheDueNorTheSuspendedIsPurged"),
                caught(Stale.class, "anAuthoritativeLoadSeesEveryAcknowledgedSave"),
                caught(
                        Tokenless.class,
                        "aSaveThatWasOnTheWayWhileTheLeaseEndedIsFenced",
                        "aLateReleaseOfAnAbandonedHandleDoesNoHarm"),
                caught(Racy.class, "incrementsByETagAreNeverLost"),
                caught(Forsaking.class, "whatAnExpiredOwnerHeldIsOfferedOnceEach"),
                caught(
                        Sleepy.class,
                        "aDueTimeIsKeptTo",
                        "whatASaveReleasesIsSignalled",
                        "whatIsReleasedWithoutASaveIsSignalled",
                        "whatAClosedHandleGivesBackIsSignalled",
                        "whatIsReleasedByForceIsSignalled",
                        "whatIsResumedIsSignalled"),
                caught(Discreet.class, "whoWaitsIsToldOfARelease", "whoWaitsIsToldWhenTheOwnerRetires"),
                caught(
                        Pathless.class,
                        "anInstanceHasManyKeysAndEachLeadsToIt",
                        "whateverIsDoneInWhateverOrderEveryAnswerIsTrue"),
                caught(Euphemistic.class, "aSaveWithAFaultAtAnyStepSaysTheTruthAndIsSettledOnce"),
                caught(
                        Torn.class,
                        "anAssociationThatDiesAtAnyStepLeavesAllOrNothing",
                        "aDisassociationThatDiesAtAnyStepLeavesAllOrNothing",
                        "aSaveThatDiesAtAnyStepLeavesAllOrNothing"),
                caught(
                        Impatient.class,
                        "aLoadThatHoldsBeginsTheTimeAnew",
                        "aReleaseWithoutASaveBeginsTheTimeAnew",
                        "aHoldThatIsTakenAwayBeginsTheTimeAnew",
                        "aTouchBeginsTheTimeAnewAndDisturbsNoOneWhoHasSeenOrHoldsTheInstance"),
                caught(Pawing.class, "aTouchBeginsTheTimeAnewAndDisturbsNoOneWhoHasSeenOrHoldsTheInstance"),
                caught(Grudging.class, "whatIsCompletedIsNotSuspendedAnyMore"),
                caught(Timeless.class, "pagesAreInTheOrderOfATime", "whateverIsAskedWhatIsListedIsWhatMeetsIt"),
                caught(OneArmed.class, "conditionsAreJoined", "whateverIsAskedWhatIsListedIsWhatMeetsIt"),
                caught(
                        Picky.class,
                        "theStateIsCompared",
                        "theDefinitionIsCompared",
                        "theHostTypeIsCompared",
                        "theHolderIsCompared",
                        "theBeginningIsCompared",
                        "theLastChangeIsCompared",
                        "promotedValuesAreCompared",
                        "whateverIsAskedWhatIsListedIsWhatMeetsIt"),
                caught(
                        Inclusive.class,
                        "theBeginningIsCompared",
                        "theLastChangeIsCompared",
                        "theDueTimeIsCompared",
                        "promotedValuesAreCompared"),
                caught(Unpunctual.class, "theDueTimeIsCompared"),
                caught(Overloaded.class, "theBytesOfWhatAQueryDoesNotSelectDoNotLeaveTheEngine"),
                caught(
                        Curt.class,
                        "aPageListsTheValuesThatTheQuerySelects",
                        "theBytesOfWhatAQueryDoesNotSelectDoNotLeaveTheEngine",
                        "theValuesOfAnInstanceAreThoseOfItsHeader"),
                caught(Dated.class, "theLastChangeIsCompared", "theSuspensionIsCompared"),
                caught(
                        Shortsighted.class,
                        "aQueryCanCountOrAskWhetherThereIsAny",
                        "whateverIsAskedWhatIsListedIsWhatMeetsIt"),
                caught(Apologetic.class, "aQueryCanCountOrAskWhetherThereIsAny"),
                caught(Rewinding.class, "pagesThatGoOnMeetWithoutGapOrOverlapThoughInstancesComeAndGo"),
                caught(Eager.class, "nothingIsRecordedUnlessAskedFor"),
                caught(Unbounded.class, "theOldestChangesGo"),
                caught(Nostalgic.class, "theOldestChangesGo"),
                caught(Backward.class, "theOldestChangesGo", "aChangeSaysWhatHappened"),
                caught(Absent.class, "aChangeSaysWhatHappened"),
                caught(Outdated.class, "theOldestChangesGo", "aChangeSaysWhatHappened"),
                caught(Weightless.class, "aChangeSaysHowLargeTheInstanceIs"),
                caught(Haunted.class, "aNewLifeBeginsEmpty"),
                caught(Stuttering.class, "aRepeatIsRecordedOnce"),
                caught(Strict.class, "aStoreWithoutTheSettingGoesOn"),
                caught(Unnoticing.class, "aTakeOverIsRecorded"),
                caught(Rosy.class, "failureAndEndAreRecorded"),
                caught(Tardy.class, "whatIsDueNowIsFoundAtTheSameInstant"),
                caught(Scopeless.class, "allThatIsGivenIsStored"),
                caught(Forgiving.class, "allThatIsGivenIsStored"),
                caught(Careless.class, "aHoldChangesNothingElse"),
                caught(Reticent.class, "aHoldChangesNothingElse"),
                caught(Youthful.class, "aHoldChangesNothingElse"),
                caught(Hasty.class, "anAdministratorsCommandChangesWhatItIsAbout"),
                caught(Terse.class, "whatIsKeptHasAllThatItHad"),
                caught(Timeworn.class, "anInstanceThatRunsIsWhatWasSaved"),
                caught(Overwriting.class, "aSaveChangesWhatItNames"),
                caught(Relabelling.class, "aChangeOfAKeyLeavesTheOthers"),
                caught(Literal.class, "anEmptyDeltaMakesTheInstanceInitialized"),
                caught(Mute.class, "aLoadStoresWhatItSaysOfItsKeys"),
                caught(Hopeful.class, "aLoadByKeyDoesNotFindAnInstanceWithoutData"),
                caught(Pushing.class, "aSaveDoesNotGoPastALiveHandleOfItsOwner"),
                caught(Lax.class, "aDeletionThatTidiesUpLateDoesNotTakeAKeyThatCameBack"),
                caught(Dismissive.class, "aLateRepeatDoesNotBringBackWhatWasDeletedOrHasExpired"),
                caught(Unloaded.class, "aRepeatedLoadWhoseHoldIsGoneSaysThatItWasDone"),
                caught(Unloaded.class, "aRepeatedLoadByKeySaysThatItWasDoneAfterTheKeyMovedOn"),
                caught(Graveless.class, "anIdThatComesBackBeginsALaterLife"),
                caught(Lingering.class, "whatHasExpiredIsGoneBeforeItIsSwept"),
                caught(Obituary.class, "aRetiredOwnerIsToldFromAnExpiredOne"),
                caught(Erasing.class, "whatALostOwnerHeldIsOfferedToOneThatComesLater"),
                caught(Unasking.class, "whatALateCommandHoldsIsOffered"),
                caught(Reviving.class, "anExpiredOwnerStaysExpired"),
                caught(Unquoting.class, "everyStoreSeesWhatAnOwnerSaysOfItself"),
                caught(Farsighted.class, "theNearestDueTimeIsKeptTo"),
                caught(Optimistic.class, "everyLoadShowsWhatIsStored"),
                caught(Deadly.class, "whatALiveOwnerHoldsIsNotCompletedByAnother"),
                caught(Burglarious.class, "whatALiveOwnerHoldsIsNotTakenByALoadThatMayCreate"),
                caught(Pious.class, "whatADeadOwnerHeldIsTakenOverByEachCommand"),
                caught(Lasting.class, "theDefaultHoldsForWhatALoadCreates"),
                caught(Haunting.class, "whatIsHeldIsShownAsLongAsItsHolderLives"),
                caught(Pardoning.class, "aRevokedClaimStaysRevokedWhateverIsDoneMeanwhile"),
                caught(Selfish.class, "whatIsDoneToAnInstanceLeavesTheKeyOfItsBits"),
                caught(Stubborn.class, "aLoadThatMayCreateFindsTheInstanceThatGetsTheKeyMeanwhile"),
                caught(Overruling.class, "aClaimIsNotMadeVoidIfItsInstanceListsTheKeyByThen"),
                caught(Sharing.class, "aMutableObjectIsNotSharedWithTheStore"));
    }

    @Test
    void aWalkThatFailsNamesTheSeedThatRepeatsIt() {
        List<Event> failed = walks(0, 20).failed().list();
        assertThat(failed).isNotEmpty();
        Event last = failed.get(failed.size() - 1);
        int seed = Integer.parseInt(last.getTestDescriptor().getDisplayName().replace("seed ", ""));

        Events again = walks(seed, 1);

        assertThat(failureOf(last)).contains("-Drehydrate.tck.seed=" + seed + ";");
        assertThat(again.started().count()).isOne();
        assertThat(failureOf(again.failed().list().get(0))).contains("-Drehydrate.tck.seed=" + seed + ";");
    }

    private static Events walks(int seed, int number) {
        return EngineTestKit.engine("junit-jupiter")
                .configurationParameter("rehydrate.tck.seed", Integer.toString(seed))
                .configurationParameter("rehydrate.tck.walks", Integer.toString(number))
                .selectors(selectNestedClass(List.of(Resurrecting.class), InstanceStoreConformance.RandomWalks.class))
                .execute()
                .testEvents();
    }

    private static String failureOf(Event event) {
        return event.getRequiredPayload(TestExecutionResult.class)
                .getThrowable()
                .map(Throwable::getMessage)
                .orElseThrow();
    }

    private static DynamicTest caught(Class<? extends InstanceStoreConformance> broken, String... by) {
        return dynamicTest(
                broken.getSimpleName(),
                () -> assertThat(failed(run(broken, 1, Set.of(by)).testEvents()))
                        .contains(by));
    }

    /** Runs the named tests, or all if none is named. */
    private static EngineExecutionResults run(
            Class<? extends InstanceStoreConformance> provider, int patience, Set<String> tests) {
        return EngineTestKit.engine("junit-jupiter")
                .configurationParameter("rehydrate.tck.rounds", "20")
                .configurationParameter("rehydrate.tck.patience", Integer.toString(patience))
                .selectors(selectClass(provider))
                .filters((PostDiscoveryFilter) found -> FilterResult.includedIf(tests.isEmpty()
                        || found.getSource()
                                .filter(MethodSource.class::isInstance)
                                .map(source -> tests.contains(((MethodSource) source).getMethodName()))
                                .orElse(true)))
                .execute();
    }

    private static Set<String> failed(Events tests) {
        Set<String> names = new TreeSet<>();
        tests.failed().stream().map(KitCatchesBrokenStoresTest::nameOf).forEach(names::add);
        return names;
    }

    private static String nameOf(Event event) {
        return event.getTestDescriptor()
                .getSource()
                .map(source -> ((MethodSource) source).getMethodName())
                .orElseThrow();
    }

    static final class Sane extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(HeapEngine::new);
        }
    }

    static final class Fenceless extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Fenceless::new);
        }
    }

    static final class Unexpecting extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Unexpecting::new);
        }
    }

    static final class Amnesiac extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Amnesiac::new);
        }
    }

    static final class Grabbing extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Grabbing::new);
        }
    }

    static final class LeakyKeys extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.LeakyKeys::new);
        }
    }

    static final class Unrevoked extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Unrevoked::new);
        }
    }

    static final class Resurrecting extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Resurrecting::new);
        }
    }

    static final class Forgetful extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Forgetful::new);
        }
    }

    static final class Unmarked extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Unmarked::new);
        }
    }

    static final class Narrow extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Narrow::new);
        }
    }

    static final class Crowded extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Crowded::new);
        }
    }

    static final class NumberedOnly extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.NumberedOnly::new);
        }
    }

    static final class Unrecalling extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Unrecalling::new);
        }
    }

    static final class LastWriterWins extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.LastWriterWins::new);
        }
    }

    static final class Clinging extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Clinging::new);
        }
    }

    static final class Undiscerning extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Undiscerning::new);
        }
    }

    static final class Merging extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Merging::new);
        }
    }

    static final class Lavish extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Lavish::new);
        }
    }

    static final class Keyring extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Keyring::new);
        }
    }

    static final class Keyless extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Keyless::new);
        }
    }

    static final class Stingy extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Stingy::new);
        }
    }

    static final class Partial extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Partial::new);
        }
    }

    static final class Talkative extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Talkative::new);
        }
    }

    static final class Laggard extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Laggard::new);
        }
    }

    static final class TriggerHappy extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.TriggerHappy::new);
        }
    }

    static final class Generous extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Generous::new);
        }
    }

    static final class Halting extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Halting::new);
        }
    }

    static final class Hoarding extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Hoarding::new);
        }
    }

    static final class Merciless extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Merciless::new);
        }
    }

    static final class Archiving extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Archiving::new);
        }
    }

    static final class Shredding extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Shredding::new);
        }
    }

    static final class Reckoning extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Reckoning::new);
        }
    }

    static final class Ruthless extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Ruthless::new);
        }
    }

    static final class Stale extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Stale::new);
        }
    }

    static final class Tokenless extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Tokenless::new);
        }
    }

    static final class Racy extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Racy::new);
        }
    }

    static final class Forsaking extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Forsaking::new);
        }
    }

    static final class Sleepy extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Sleepy::new);
        }
    }

    static final class Discreet extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Discreet::new);
        }
    }

    static final class Pathless extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Pathless::new);
        }
    }

    static final class Impatient extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Impatient::new);
        }
    }

    static final class Grudging extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Grudging::new);
        }
    }

    static final class Pawing extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Pawing::new);
        }
    }

    static final class Rewinding extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Rewinding::new);
        }
    }

    static final class Timeless extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenQueries.Timeless::new);
        }
    }

    static final class OneArmed extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenQueries.OneArmed::new);
        }
    }

    static final class Picky extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenQueries.Picky::new);
        }
    }

    static final class Inclusive extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenQueries.Inclusive::new);
        }
    }

    static final class Unpunctual extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenQueries.Unpunctual::new);
        }
    }

    static final class Overloaded extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenQueries.Overloaded::new);
        }
    }

    static final class Curt extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenQueries.Curt::new);
        }
    }

    static final class Dated extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenQueries.Dated::new);
        }
    }

    static final class Shortsighted extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenQueries.Shortsighted::new);
        }
    }

    static final class Apologetic extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenQueries.Apologetic::new);
        }
    }

    static final class Eager extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecorders.Eager::new);
        }
    }

    static final class Unbounded extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecorders.Unbounded::new);
        }
    }

    static final class Nostalgic extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecorders.Nostalgic::new);
        }
    }

    static final class Backward extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecorders.Backward::new);
        }
    }

    static final class Absent extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecorders.Absent::new);
        }
    }

    static final class Outdated extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecorders.Outdated::new);
        }
    }

    static final class Weightless extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecorders.Weightless::new);
        }
    }

    static final class Haunted extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecorders.Haunted::new);
        }
    }

    static final class Stuttering extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecorders.Stuttering::new);
        }
    }

    static final class Strict extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecorders.Strict::new);
        }
    }

    static final class Unnoticing extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecorders.Unnoticing::new);
        }
    }

    static final class Rosy extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecorders.Rosy::new);
        }
    }

    static final class Tardy extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Tardy::new);
        }
    }

    static final class Scopeless extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Scopeless::new);
        }
    }

    static final class Forgiving extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Forgiving::new);
        }
    }

    static final class Careless extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Careless::new);
        }
    }

    static final class Reticent extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Reticent::new);
        }
    }

    static final class Youthful extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Youthful::new);
        }
    }

    static final class Hasty extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Hasty::new);
        }
    }

    static final class Terse extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Terse::new);
        }
    }

    static final class Timeworn extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Timeworn::new);
        }
    }

    static final class Overwriting extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Overwriting::new);
        }
    }

    static final class Relabelling extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Relabelling::new);
        }
    }

    static final class Literal extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Literal::new);
        }
    }

    static final class Mute extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Mute::new);
        }
    }

    static final class Hopeful extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Hopeful::new);
        }
    }

    static final class Pushing extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Pushing::new);
        }
    }

    static final class Lax extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Lax::new);
        }
    }

    static final class Dismissive extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Dismissive::new);
        }
    }

    static final class Unloaded extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenEngines.Unloaded::new);
        }
    }

    static final class Graveless extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Graveless::new);
        }
    }

    static final class Lingering extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Lingering::new);
        }
    }

    static final class Obituary extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Obituary::new);
        }
    }

    static final class Erasing extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Erasing::new);
        }
    }

    static final class Unasking extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Unasking::new);
        }
    }

    static final class Reviving extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Reviving::new);
        }
    }

    static final class Unquoting extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Unquoting::new);
        }
    }

    static final class Farsighted extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Farsighted::new);
        }
    }

    static final class Optimistic extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Optimistic::new);
        }
    }

    static final class Deadly extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Deadly::new);
        }
    }

    static final class Burglarious extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Burglarious::new);
        }
    }

    static final class Pious extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Pious::new);
        }
    }

    static final class Lasting extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Lasting::new);
        }
    }

    static final class Haunting extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Haunting::new);
        }
    }

    static final class Pardoning extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Pardoning::new);
        }
    }

    static final class Selfish extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Selfish::new);
        }
    }

    static final class Stubborn extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Stubborn::new);
        }
    }

    static final class Overruling extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(BrokenRecords.Overruling::new);
        }
    }

    static final class Euphemistic extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(
                    HeapEngine::new,
                    options -> options.withDecorator(engine ->
                            new BrokenEngines.Euphemistic(options.decorator().apply(engine))));
        }
    }

    static final class Torn extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(
                    HeapEngine::new,
                    options -> options.withDecorator(
                            engine -> new BrokenEngines.Torn(options.decorator().apply(engine))));
        }
    }

    static final class Sharing extends InstanceStoreConformance {
        @Override
        protected StoreFixture newFixture() {
            return new HeapFixture(
                    HeapEngine::new, options -> options.withValues(ValueEncoding.with(new SharingCodec())));
        }
    }
}
