// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.Holder;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.typed.InstanceAccessException;
import dev.rehydrate.typed.Instances;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Keys that do not belong to the instance which has their bits as its id, or not any more. */
final class TypedKeyTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    /** For calls that wait for a hold in vain. */
    private static final Duration SHORT = Duration.ofMillis(60);

    private final MemoryData data = new MemoryData();
    private final StoreOptions options = StoreOptions.defaults().withTime(new PassingTime());
    private final InstanceStore store = MemoryInstanceStore.open(data, options);
    private final InstanceStore other = MemoryInstanceStore.open(data, options);
    private final Instances<Integer> numbers = store.instances("Number", Integer.class);
    private final Instances<Integer> impatient = numbers.withTimeout(SHORT);
    private final InstanceKey key = InstanceKey.of("test", "a number");
    private final InstanceId home = InstanceId.atHomeOf(key);
    private final InstanceId elsewhere = InstanceId.random();
    private OwnerId owner;

    @BeforeEach
    void registerAnOwner() {
        owner = other.execute(other.createHandle(), new CreateOwner(OwnerDescription.anonymous()), LONG);
    }

    @AfterEach
    void close() {
        store.close();
        other.close();
    }

    /** Gives a command of the full API, as another application would. */
    private <R> R give(InstanceId id, PersistenceCommand<R> command) {
        return other.execute(other.createHandle(owner, id), command, LONG);
    }

    private InstanceHandle hold(InstanceId id, LoadMode mode) {
        InstanceHandle handle = other.createHandle(owner, id);
        other.execute(handle, LoadInstance.of(mode), LONG).snapshotOrThrow();
        return handle;
    }

    private void release(InstanceId id) {
        for (KeyChanges<InstanceValue> step :
                List.of(KeyChanges.<InstanceValue>completing(key), KeyChanges.<InstanceValue>releasing(key))) {
            give(id, SaveInstance.of(InstanceChanges.builder().keys(step).build(), AfterSave.RELEASE))
                    .receiptOrThrow();
        }
    }

    private void createElsewhere() {
        give(
                        elsewhere,
                        CreateInstance.of(
                                InstanceChanges.builder()
                                        .replaceData(Map.of("state", InstanceValue.of(5)))
                                        .keys(KeyChanges.associating(key))
                                        .build(),
                                AfterSave.RELEASE))
                .receiptOrThrow();
    }

    private static Function<Optional<Integer>, Integer> oneMoreThan(int otherwise) {
        return seen -> seen.orElse(otherwise) + 1;
    }

    @Test
    void aKeyThatItsInstanceHasReleasedBeginsAnotherInstance() {
        numbers.create(key, 1);
        release(home);
        assertThat(numbers.read(key)).isEmpty();

        assertThat(numbers.createOrUpdate(key, oneMoreThan(10))).isEqualTo(11);
        assertThat(numbers.createOrUpdate(key, oneMoreThan(10))).isEqualTo(12);

        assertThat(numbers.read(key)).contains(12);
        assertThat(numbers.complete(key)).isTrue();
        numbers.create(key, 20);
        assertThat(numbers.read(key)).contains(20);
        assertThat(give(home, LoadInstance.of(LoadMode.peek()))
                        .snapshotOrThrow()
                        .data()
                        .get("state", Integer.class))
                .isEqualTo(1);
    }

    @Test
    void aKeyThatWasReleasedBeforeTheEndOfAnInstanceThatIsKeptBeginsAnotherInstance() {
        numbers.create(key, 1);
        release(home);
        give(home, CompleteInstance.by(CompletionAction.KEEP)).receiptOrThrow();

        assertThat(numbers.createOrUpdate(key, oneMoreThan(10))).isEqualTo(11);
        assertThat(numbers.read(key)).contains(11);
    }

    @Test
    void aKeyThatWasReleasedByAnInstanceThatIsHeldBeginsAnotherInstance() {
        numbers.create(key, 1);
        release(home);
        InstanceHandle handle = hold(home, LoadMode.hold());

        assertThat(numbers.createOrUpdate(key, oneMoreThan(10))).isEqualTo(11);

        assertThat(numbers.read(key)).contains(11);
        handle.close();
    }

    @Test
    void aKeyThatHasPassedToAnotherInstanceLeadsThere() {
        numbers.create(key, 1);
        release(home);
        createElsewhere();

        assertThat(numbers.createOrUpdate(key, oneMoreThan(10))).isEqualTo(6);
        assertThatExceptionOfType(InstanceAccessException.AlreadyExists.class).isThrownBy(() -> numbers.create(key, 7));

        InstanceHandle handle = hold(elsewhere, LoadMode.hold());
        assertThatExceptionOfType(InstanceAccessException.Locked.class)
                .isThrownBy(() -> impatient.createOrUpdate(key, oneMoreThan(10)))
                .matches(failure -> failure.holder().map(Holder::owner).equals(Optional.of(owner)));
        handle.close();
    }

    @Test
    void aSuspendedInstanceIsChangedAsAnyOther() {
        createElsewhere();
        give(elsewhere, SuspendInstance.because("a person has to look"));

        assertThat(numbers.createOrUpdate(key, oneMoreThan(10))).isEqualTo(6);
    }

    @Test
    void aKeyOfAnInstanceThatHasEndedAndIsKeptBelongsToIt() {
        createElsewhere();
        give(elsewhere, CompleteInstance.by(CompletionAction.KEEP)).receiptOrThrow();

        assertThatExceptionOfType(InstanceAccessException.NotFound.class)
                .isThrownBy(() -> numbers.createOrUpdate(key, oneMoreThan(10)))
                .withMessageContaining("has ended");
        assertThatExceptionOfType(InstanceAccessException.AlreadyExists.class).isThrownBy(() -> numbers.create(key, 7));
    }

    @Test
    void aKeyThatAnotherCallerCreatesAnInstanceForIsLocked() {
        for (InstanceId created : new InstanceId[] {home, elsewhere}) {
            InstanceHandle creating =
                    hold(created, new LoadMode.HoldOrCreate(null, Map.of(key, Map.<String, InstanceValue>of())));

            for (Runnable call :
                    new Runnable[] {() -> impatient.createOrUpdate(key, oneMoreThan(10)), () -> impatient.create(key, 7)
                    }) {
                assertThatExceptionOfType(InstanceAccessException.Locked.class)
                        .as("created at home: %s", created.equals(home))
                        .isThrownBy(call::run)
                        .matches(failure -> failure.holder().map(Holder::owner).equals(Optional.of(owner)));
            }

            other.execute(creating, CompleteInstance.now(), LONG).receiptOrThrow();
        }
    }

    @Test
    void anInstanceThatWasBegunForTheKeyAndLeftIsTakenOver() {
        for (InstanceId begun : new InstanceId[] {home, elsewhere}) {
            hold(begun, new LoadMode.HoldOrCreate(null, Map.of(key, Map.<String, InstanceValue>of())))
                    .close();

            assertThat(numbers.createOrUpdate(key, oneMoreThan(10))).isEqualTo(11);

            assertThat(give(begun, LoadInstance.of(LoadMode.peek()))
                            .snapshotOrThrow()
                            .keys())
                    .containsKey(key);
            assertThat(numbers.complete(key)).isTrue();
        }
    }
}
