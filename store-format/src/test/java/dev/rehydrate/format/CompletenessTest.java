// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.Expected;
import dev.rehydrate.command.change.DefinitionChange;
import dev.rehydrate.command.change.DueChange;
import dev.rehydrate.command.change.IdleTtlChange;
import dev.rehydrate.command.change.SuspensionChange;
import dev.rehydrate.command.condition.Attribute;
import dev.rehydrate.command.condition.Condition;
import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.Reply;
import dev.rehydrate.format.slot.Codes;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.slot.decision.DecisionEvent;
import dev.rehydrate.slot.decision.Refusal;
import dev.rehydrate.slot.operation.AcquireInstance;
import dev.rehydrate.slot.operation.CommitInstance;
import dev.rehydrate.slot.operation.LockProof;
import dev.rehydrate.slot.operation.Lookup;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.slot.scan.SlotScan;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The compiler proves that every enum constant has a code. That every variant of a sealed type has one is proven here. */
class CompletenessTest {

    private static final int ROUNDS = 3000;

    @Test
    void everyPermittedTypeIsDrawnSoThatItsRoundTripIsTested() {
        Set<Class<?>> drawn = new HashSet<>();
        for (long seed = 0; seed < ROUNDS; seed++) {
            SlotOperation<?> operation = new DrawnOperations(new Draw(seed)).operation();
            drawn.add(operation.getClass());
            drawn.add(new DrawnOperations(new Draw(seed)).scan().getClass());
            drawn.add(new DrawnOperations(new Draw(seed)).conditionTree(2).getClass());
            Reply<?> reply = new DrawnReplies(new Draw(seed)).reply();
            drawn.add(reply.getClass());
            drawn.add(
                    reply instanceof Reply.Refused<?> refused
                            ? refused.refusal().getClass()
                            : Void.class);
            drawn.add(new DrawnReplies(new Draw(seed)).announcement().getClass());
            if (operation instanceof CommitInstance commit) {
                addParts(drawn, commit);
            }
            drawn.add(
                    operation instanceof AcquireInstance acquire
                            ? acquire.lookup().getClass()
                            : Void.class);
        }
        for (Class<?> sealed : List.of(
                SlotOperation.class,
                SlotScan.class,
                Condition.class,
                Announcement.class,
                Reply.class,
                Refusal.class,
                Lookup.class,
                LockProof.class,
                Expected.class,
                DueChange.class,
                SuspensionChange.class,
                DefinitionChange.class,
                IdleTtlChange.class)) {
            assertThat(drawn)
                    .as(sealed.getSimpleName())
                    .contains(variants(sealed).toArray(Class<?>[]::new));
        }
    }

    private static Stream<Class<?>> variants(Class<?> type) {
        return type.isSealed()
                ? Stream.of(type.getPermittedSubclasses()).flatMap(CompletenessTest::variants)
                : Stream.of(type);
    }

    @Test
    void noTwoConstantsShareACode() {
        distinct(InstanceState.values(), Codes::of);
        distinct(KeyState.values(), Codes::of);
        distinct(CompletionAction.values(), Codes::of);
        distinct(DefinitionFilter.Match.values(), Codes::of);
        distinct(CommitInstance.After.values(), Codes::of);
        distinct(PromotedValue.Kind.values(), Codes::of);
        distinct(Attribute.values(), Codes::of);
        distinct(DecisionEvent.values(), Codes::of);
        distinct(InstanceValue.Option.values(), Codes::bit);
        assertThat(Arrays.stream(InstanceValue.Option.values()).mapToInt(Codes::bit))
                .allMatch(bit -> Integer.bitCount(bit) == 1);
    }

    private static void addParts(Set<Class<?>> drawn, CommitInstance commit) {
        drawn.add(commit.proof().getClass());
        drawn.add(commit.expected().getClass());
        drawn.add(commit.changes().due().getClass());
        drawn.add(commit.changes().suspension().getClass());
        drawn.add(commit.changes().definition().getClass());
        drawn.add(commit.changes().idleTtl().getClass());
    }

    private static <E> void distinct(E[] constants, ToIntFunction<E> codes) {
        IntStream all = Arrays.stream(constants).mapToInt(codes);
        assertThat(all.boxed().toList()).doesNotHaveDuplicates().allMatch(code -> code > 0 && code < 0x80);
    }
}
