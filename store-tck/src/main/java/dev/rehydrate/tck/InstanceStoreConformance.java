// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import dev.rehydrate.tck.command.AsyncContract;
import dev.rehydrate.tck.command.CompletionContract;
import dev.rehydrate.tck.command.ControlContract;
import dev.rehydrate.tck.command.ETagContract;
import dev.rehydrate.tck.command.LoadContract;
import dev.rehydrate.tck.command.RecordedChangesContract;
import dev.rehydrate.tck.command.RetentionContract;
import dev.rehydrate.tck.command.SaveContract;
import dev.rehydrate.tck.command.TtlContract;
import dev.rehydrate.tck.command.UnchangedContract;
import dev.rehydrate.tck.concurrency.ConcurrencyContract;
import dev.rehydrate.tck.concurrency.CounterContract;
import dev.rehydrate.tck.concurrency.RandomWalkContract;
import dev.rehydrate.tck.failure.CrashContract;
import dev.rehydrate.tck.failure.LateRepeatContract;
import dev.rehydrate.tck.failure.OutcomeUnknownContract;
import dev.rehydrate.tck.failure.RepeatByHolderContract;
import dev.rehydrate.tck.failure.RepeatContract;
import dev.rehydrate.tck.farm.FarmExtension;
import dev.rehydrate.tck.hold.HandleContract;
import dev.rehydrate.tck.hold.LeaseContract;
import dev.rehydrate.tck.hold.OwnerContract;
import dev.rehydrate.tck.hold.OwnerlessContract;
import dev.rehydrate.tck.hold.ReclaimContract;
import dev.rehydrate.tck.hold.ReleaseNewsContract;
import dev.rehydrate.tck.key.ClaimTakeoverContract;
import dev.rehydrate.tck.key.DanglingClaimContract;
import dev.rehydrate.tck.key.KeyContract;
import dev.rehydrate.tck.key.LoadByKeyContract;
import dev.rehydrate.tck.query.ConditionContract;
import dev.rehydrate.tck.query.PageContract;
import dev.rehydrate.tck.query.QueryContract;
import dev.rehydrate.tck.query.RandomQueryContract;
import dev.rehydrate.tck.runnable.RecoveryContract;
import dev.rehydrate.tck.runnable.RunnableContract;
import dev.rehydrate.tck.runnable.RunnableNewsContract;
import dev.rehydrate.tck.runnable.SuspensionContract;
import dev.rehydrate.tck.runnable.WalkContract;
import dev.rehydrate.tck.value.DeltaContract;
import dev.rehydrate.tck.value.SelectionContract;
import dev.rehydrate.tck.value.UpgradeContract;
import dev.rehydrate.tck.value.ValueContract;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What every instance store has to do, as tests. A provider extends this class, supplies a fixture, and inherits all
 * contracts, later ones too:
 *
 * <pre>{@code
 * final class MyStoreConformanceTest extends InstanceStoreConformance {
 *     @Override
 *     protected StoreFixture newFixture() {
 *         return new MyFixture();
 *     }
 * }
 * }</pre>
 *
 * <p>Tests whose names begin with {@code WF-} are the cases of the contract by number. After every test the kit looks at all
 * data: each key leads to the one instance it belongs to, tokens and revisions never fell, no unknown owner holds an instance.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class InstanceStoreConformance {

    @RegisterExtension
    static final FarmExtension<InstanceStoreConformance> FARM =
            new FarmExtension<>(InstanceStoreConformance.class, InstanceStoreConformance::newFixture);

    /** For subclasses. */
    protected InstanceStoreConformance() {}

    /**
     * Makes a fixture without any data.
     *
     * @return a new fixture, which the kit closes
     */
    protected abstract StoreFixture newFixture();

    @Nested
    @DisplayName("handles")
    class Handles extends HandleContract {}

    @Nested
    @DisplayName("reclaim")
    class Reclaim extends ReclaimContract {}

    @Nested
    @DisplayName("owners")
    class Owners extends OwnerContract {}

    @Nested
    @DisplayName("leases")
    class Leases extends LeaseContract {}

    @Nested
    @DisplayName("saves")
    class Saves extends SaveContract {}

    @Nested
    @DisplayName("what stays unchanged")
    class Unchanged extends UnchangedContract {}

    @Nested
    @DisplayName("loads")
    class Loads extends LoadContract {}

    @Nested
    @DisplayName("selected values")
    class Selections extends SelectionContract {}

    @Nested
    @DisplayName("completion")
    class Completion extends CompletionContract {}

    @Nested
    @DisplayName("keys")
    class Keys extends KeyContract {}

    @Nested
    @DisplayName("loads by key")
    class LoadsByKey extends LoadByKeyContract {}

    @Nested
    @DisplayName("runnable")
    class Runnables extends RunnableContract {}

    @Nested
    @DisplayName("news of what is runnable")
    class NewsOfRunnables extends RunnableNewsContract {}

    @Nested
    @DisplayName("walks")
    class Walks extends WalkContract {}

    @Nested
    @DisplayName("news of releases")
    class NewsOfReleases extends ReleaseNewsContract {}

    @Nested
    @DisplayName("recovery")
    class Recovery extends RecoveryContract {}

    @Nested
    @DisplayName("suspension")
    class Suspensions extends SuspensionContract {}

    @Nested
    @DisplayName("recorded changes")
    class RecordedChanges extends RecordedChangesContract {}

    @Nested
    @DisplayName("etags")
    class ETags extends ETagContract {}

    @Nested
    @DisplayName("deltas")
    class Deltas extends DeltaContract {}

    @Nested
    @DisplayName("values")
    class StoredValues extends ValueContract {}

    @Nested
    @DisplayName("upgrades")
    class Upgrades extends UpgradeContract {}

    @Nested
    @DisplayName("idle time to live")
    class Ttls extends TtlContract {}

    @Nested
    @DisplayName("retention")
    class Retention extends RetentionContract {}

    @Nested
    @DisplayName("queries")
    class Queries extends QueryContract {}

    @Nested
    @DisplayName("conditions of queries")
    class Conditions extends ConditionContract {}

    @Nested
    @DisplayName("random queries")
    class RandomQueries extends RandomQueryContract {}

    @Nested
    @DisplayName("pages with values")
    class PagesWithValues extends PageContract {}

    @Nested
    @DisplayName("control")
    class Control extends ControlContract {}

    @Nested
    @DisplayName("repeats")
    class Repeats extends RepeatContract {}

    @Nested
    @DisplayName("repeats by a holder")
    class RepeatsByHolder extends RepeatByHolderContract {}

    @Nested
    @DisplayName("late repeats")
    class LateRepeats extends LateRepeatContract {}

    @Nested
    @DisplayName("unknown outcomes")
    class UnknownOutcomes extends OutcomeUnknownContract {}

    @Nested
    @DisplayName("crashes")
    class Crashes extends CrashContract {}

    @Nested
    @DisplayName("claims")
    class Claims extends ClaimTakeoverContract {}

    @Nested
    @DisplayName("dangling claims")
    class DanglingClaims extends DanglingClaimContract {}

    @Nested
    @DisplayName("async")
    class Async extends AsyncContract {}

    @Nested
    @DisplayName("commands without owner")
    class Ownerless extends OwnerlessContract {}

    @Nested
    @DisplayName("races for a key")
    class Races extends ConcurrencyContract {}

    @Nested
    @DisplayName("races for an instance")
    class Counters extends CounterContract {}

    @Nested
    @DisplayName("random walks")
    class RandomWalks extends RandomWalkContract {}
}
