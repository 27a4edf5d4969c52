// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.change.DataChange;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.Caller;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.slot.decision.Decision;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.LockProof;
import dev.rehydrate.store.hazelcast.majority.MergeSlot;
import dev.rehydrate.store.hazelcast.majority.MergedSlot;
import dev.rehydrate.store.hazelcast.stored.StoredSlot;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What stays when a member of a protected farm comes back. */
class MergeSlotTest {

    private static final SlotAddress AT = SlotAddress.of(InstanceId.random());
    private static final Slot BASE = saved(Slot.EMPTY, CommitInstance.After.RELEASED);
    private static final Slot ONE_SAVE = saved(BASE, CommitInstance.After.RELEASED);
    private static final Slot TWO_SAVES = saved(ONE_SAVE, CommitInstance.After.RELEASED);
    private static final Slot COMPLETED = saved(BASE, CommitInstance.After.COMPLETED);

    private static Slot saved(Slot before, CommitInstance.After after) {
        StoredValue value = new StoredValue(ValueEncoding.simpleTypes().encode("x"), Set.of(), null);
        InstanceChanges<StoredValue> changes =
                InstanceChanges.<StoredValue>none().withData(new DataChange.Replace<>(Map.of("v", value)));
        Caller caller = new Caller(OwnerId.random(), null, null, Set.of());
        Expected expected = before.instance() == null ? Expected.absent() : Expected.any();
        Decision<?> decision = new CommitInstance(
                        CommandId.random(), caller, new LockProof.Nothing(), expected, changes, after, 0)
                .decide(AT, before, Instant.parse("2026-03-01T12:00:00Z"));
        return ((Decision.Write<?>) decision).next();
    }

    static Stream<Arguments> merges() {
        return Stream.of(
                Arguments.of("a completion in doubt against acknowledged saves", COMPLETED, 1, TWO_SAVES, 2, false),
                Arguments.of("two saves in doubt against one acknowledged", TWO_SAVES, 1, ONE_SAVE, 2, false),
                Arguments.of("a save in doubt against an acknowledged completion", ONE_SAVE, 1, COMPLETED, 2, false),
                Arguments.of("something in doubt against nothing", ONE_SAVE, 1, null, 2, false),
                Arguments.of("one save of the later majority against two in doubt", ONE_SAVE, 2, TWO_SAVES, 1, true),
                Arguments.of("a save of the later majority against a completion", ONE_SAVE, 2, COMPLETED, 1, true),
                Arguments.of("the later majority has it, the cluster has nothing", BASE, 2, null, 1, true),
                Arguments.of("one term, farther", TWO_SAVES, 1, ONE_SAVE, 1, true),
                Arguments.of("one term, less far", ONE_SAVE, 1, TWO_SAVES, 1, false),
                Arguments.of("one term, completed", COMPLETED, 1, TWO_SAVES, 1, true),
                Arguments.of("one term, nothing there", ONE_SAVE, 1, null, 1, true),
                Arguments.of("one term, the same", ONE_SAVE, 1, ONE_SAVE, 1, false));
    }

    private static MergeSlot bringing(Slot slot, long term) {
        return new MergeSlot(new MergedSlot(slot, term));
    }

    private static @Nullable StoredSlot stored(@Nullable Slot slot) {
        return slot == null ? null : new StoredSlot(slot);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("merges")
    void staysIfItsTermIsLaterOrItGotFurther(
            String what, Slot brought, long its, @Nullable Slot there, long theirs, boolean stays) {
        assertThat(bringing(brought, its).staysAgainst(stored(there), theirs)).isEqualTo(stays);
    }

    @ParameterizedTest(name = "{0} was brought before")
    @MethodSource("merges")
    void whatAThirdMemberBroughtBeforeCountsByItsOwnTerm(
            String what, Slot brought, long its, @Nullable Slot there, long theirs, boolean stays) {
        if (there != null) {
            assertThat(bringing(brought, its).staysAgainst(new MergedSlot(there, theirs), 0))
                    .isEqualTo(stays);
        }
    }
}
