// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.host.ConcurrencyControl;
import dev.rehydrate.host.chaos.Client.Written;
import dev.rehydrate.host.chaos.Judgement.Place;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class JudgementTest {

    private static final List<Written> TOLD = List.of(
            new Written(ConcurrencyControl.PESSIMISTIC, "b1", "c1-0", 0),
            new Written(ConcurrencyControl.PESSIMISTIC, "b1", "c1-1", 2),
            new Written(ConcurrencyControl.PESSIMISTIC, "b1", "c2-0", 1));

    private static Judgement judge(String... stored) {
        return Judgement.of(TOLD, Map.of(new Place(ConcurrencyControl.PESSIMISTIC, "b1"), List.of(stored)));
    }

    @Test
    void nothingIsWrong() {
        assertThat(judge("c1-0", "c2-0", "c1-1").wrong()).isEmpty();
    }

    @Test
    void lostNoteIsFound() {
        assertThat(judge("c1-0", "c2-0").lost()).singleElement().asString().contains("c1-1");
        assertThat(Judgement.of(TOLD, Map.of()).lost()).hasSize(3);
    }

    @Test
    void doubledNoteIsFound() {
        assertThat(judge("c1-0", "c2-0", "c1-1", "c2-0").twice())
                .singleElement()
                .asString()
                .contains("c2-0");
    }

    @Test
    void noteAtAnotherPlaceThanWasSaidIsFound() {
        assertThat(judge("c2-0", "c1-0", "c1-1").elsewhere()).hasSize(2);
    }

    @Test
    void noteBeforeAnEarlierOneOfItsClientIsFound() {
        List<Written> told = List.of(
                new Written(ConcurrencyControl.PESSIMISTIC, "b1", "c1-0", 1),
                new Written(ConcurrencyControl.OPTIMISTIC, "b1", "c1-1", 0),
                new Written(ConcurrencyControl.PESSIMISTIC, "b1", "c1-2", 0));
        Judgement found = Judgement.of(told, Map.of());

        assertThat(found.disordered()).singleElement().asString().contains("c1-2");
    }

    @Test
    void noteThatNobodyWasToldOfIsFound() {
        assertThat(judge("c1-0", "c2-0", "c1-1", "c3-0").unknown())
                .singleElement()
                .asString()
                .contains("c3-0");
    }
}
