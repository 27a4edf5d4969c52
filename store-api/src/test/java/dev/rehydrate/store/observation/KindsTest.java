// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.observation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.store.AnswerKind;
import dev.rehydrate.store.CommandKind;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class KindsTest {

    @Test
    void eachCommandHasAKindOfItsOwn() {
        assertThat(CommandKinds.KINDS).containsOnlyKeys(PersistenceCommand.class.getPermittedSubclasses());
        assertThat(CommandKinds.KINDS.values()).containsExactlyInAnyOrder(CommandKind.values());
    }

    @Test
    void eachFailureOfTheContractHasAKindOfItsOwn() {
        assertThat(AnswerKinds.FAILURES)
                .containsOnlyKeys(failures(InstanceStoreException.class).toArray(Class<?>[]::new));
        assertThat(AnswerKinds.FAILURES.values())
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(AnswerKind.values())
                        .filter(kind -> kind.isFailure() && kind != AnswerKind.FAULT)
                        .toList());
    }

    /** The types of a family that can be thrown. */
    private static Stream<Class<?>> failures(Class<?> family) {
        return family.isSealed()
                ? Arrays.stream(family.getPermittedSubclasses()).flatMap(KindsTest::failures)
                : Stream.of(family);
    }
}
