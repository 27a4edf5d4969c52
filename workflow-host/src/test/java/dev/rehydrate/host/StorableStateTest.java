// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rehydrate.command.failure.UnwritableValueException;
import dev.rehydrate.host.Docs.Edit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A state that cannot be read again is refused when the host starts, or at its first save; a definition must do something. */
final class StorableStateTest {

    private final Farm farm = new Farm();

    /** Jackson writes it by its getter and cannot make one. */
    public static final class Closed {
        private final String title;

        private Closed(String title, String unused) {
            this.title = title + unused;
        }

        public String getTitle() {
            return title;
        }
    }

    /** A state that JSON does not tell from others. */
    public sealed interface Unnamed {
        /** One of them. */
        record Draft(String text) implements Unnamed {}
    }

    /** A state that can be read, with a subclass that cannot. */
    public static class Open {
        public String title = "";
    }

    /** Would be read as its superclass. */
    public static final class Special extends Open {
        public String more = "more";
    }

    @AfterEach
    void close() {
        farm.close();
    }

    private static <S> Operation<S, Edit, String> beginning(S state) {
        return Operation.createOnly("Begin", Edit.class)
                .correlatedBy(Docs.BY_ID)
                .handledBy((turn, none, edit) -> {
                    turn.become(state);
                    return "done";
                });
    }

    @Test
    void aStateThatTheCodecCannotMakeIsRefusedAtTheStart() {
        farm.definition = WorkflowDefinition.of("Closed", "1.0", Closed.class).with(beginning(new Closed("x", "")));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> farm.host("one", settings -> settings))
                .withMessageStartingWith("the definition Closed 1.0.0.0 cannot run on this store: values of its type "
                        + Closed.class.getName() + " cannot be stored and read again: Jackson cannot make a "
                        + Closed.class.getName() + " of JSON: make it a record");
    }

    @Test
    void anInterfaceThatSaysNothingOfItsClassesIsRefusedAtTheStart() {
        farm.definition =
                WorkflowDefinition.of("Unnamed", "1.0", Unnamed.class).with(beginning(new Unnamed.Draft("x")));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> farm.host("one", settings -> settings))
                .withMessageContaining("@JsonTypeInfo");
    }

    @Test
    void aSubclassThatWouldComeBackAsItsSuperclassIsNotAcknowledged() {
        Operation<Open, Edit, String> begin = beginning(new Special());
        farm.definition = WorkflowDefinition.of("Open", "1.0", Open.class).with(begin);
        WorkflowHost host = farm.host("one", settings -> settings);

        assertThatExceptionOfType(UnwritableValueException.class)
                .isThrownBy(() -> host.call(begin, new Edit("7", "x")))
                .withMessageContaining("codec 'json' can write a " + Special.class.getName()
                        + " but cannot read it again as a " + Open.class.getName())
                .withMessageContaining("nothing was changed");
        assertThat(farm.peek("7").loaded()).isEmpty();
    }

    @Test
    void aDefinitionWithoutOperationsIsRefusedAtTheStart() {
        farm.definition = WorkflowDefinition.of("Silent", "v3", Open.class);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> farm.host("one", settings -> settings))
                .withMessageStartingWith("the definition Silent v3 has no operations")
                .withMessageContaining("WorkflowDefinition.with(...)");
    }
}
