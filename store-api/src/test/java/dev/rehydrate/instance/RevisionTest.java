// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The two numbers: which state of which life one has seen, and which hold on it. */
@DisplayName("A number that only grows")
final class RevisionTest {

    @Nested
    @DisplayName("for each change is the revision, which")
    final class OfChanges {

        @Test
        void countsTheChangesOfALife() {
            Revision next = new Revision(7, 1, 3).next(9);

            assertThat(next).isEqualTo(new Revision(7, 2, next.check()));
            assertThat(next).isEqualTo(new Revision(7, 1, 3).next(9));
            assertThat(next).isNotEqualTo(new Revision(7, 1, 4).next(9)).isNotEqualTo(new Revision(7, 1, 3).next(8));
        }

        @Test
        void leadsBackToTheOneBefore() {
            Random bits = new Random(1);
            for (int i = 0; i < 10_000; i++) {
                Revision before = new Revision(7, 1, bits.nextInt());
                int command = bits.nextInt();

                assertThat(Revision.checkBefore(before.next(command).check(), command))
                        .isEqualTo(before.check());
            }
        }

        @Test
        void leadsBackToBitsWithTheSameNextRevision() {
            Revision merged = new Revision(7, 1, 1);
            // With these bits the check would be zero, which says that it is not known.
            int command = -0x9E3779B1;

            int before = Revision.checkBefore(merged.next(command).check(), command);

            assertThat(merged.next(command).check()).isOne();
            assertThat(before).isNotEqualTo(merged.check());
            assertThat(new Revision(7, 1, before).next(command)).isEqualTo(merged.next(command));
        }

        @Test
        void isOrderedByLifeAndThenByChange() {
            assertThat(List.of(new Revision(1, 1), new Revision(1, 2), new Revision(2, 1)))
                    .isSorted();
            assertThat(new Revision(1, 1)).isEqualByComparingTo(new Revision(1, 1));
        }

        @Test
        void beginsWithOne() {
            assertThatIllegalArgumentException().isThrownBy(() -> new Revision(1, 0));
            assertThatIllegalArgumentException().isThrownBy(() -> new Revision(-1, 1));
            assertThat(new Revision(0, 1)).hasToString("0-1");
        }

        @ParameterizedTest
        @ValueSource(strings = {"0-1", "2s-7", "1y2p0ij32e8e7-9223372036854775807", "2s-7-1", "2s-7-1z141z3"})
        void comesBackFromItsETag(String text) {
            assertThat(Revision.parse(text)).hasToString(text);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "",
                    "-",
                    "-1",
                    "1",
                    "1-",
                    "1-0",
                    "1-01",
                    "01-1",
                    "A-1",
                    "+1-1",
                    "1-+1",
                    "1-1 ",
                    "1--1",
                    "x!-1",
                    "1-1-",
                    "1-1-0",
                    "1-1-01",
                    "1-1-A",
                    "1-1-+1",
                    "1-1--1",
                    "1-1-1-1",
                    "1-1-1z141z4"
                })
        void isNotReadFromAnyOtherText(String text) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Revision.parse(text))
                    .withMessageStartingWith("not a revision: ");
        }

        @Test
        void isNotReadFromANumberThatIsTooLarge() {
            assertThatIllegalArgumentException().isThrownBy(() -> Revision.parse("zzzzzzzzzzzzzzz-1"));
        }
    }

    @Nested
    @DisplayName("for each holder is the fencing token, which")
    final class OfHolders {

        @Test
        void beginsWithOneAndGrowsByOne() {
            assertThat(FencingToken.FIRST.value()).isEqualTo(1);
            assertThat(FencingToken.FIRST.next()).isEqualTo(new FencingToken(2));
            assertThatIllegalArgumentException().isThrownBy(() -> new FencingToken(0));
        }

        @Test
        void isOrderedByItsValueAndReadsLikeIt() {
            assertThat(new FencingToken(9)).isLessThan(new FencingToken(10)).hasToString("9");
        }
    }
}
