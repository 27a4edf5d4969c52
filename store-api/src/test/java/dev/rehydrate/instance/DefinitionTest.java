// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which definition an instance was made from, and which an owner can run: contract §2.9. */
@DisplayName("A definition, contract §2.9")
final class DefinitionTest {

    private static final DefinitionIdentity APPROVAL = DefinitionIdentity.of("approval", "1.2.3.4");

    @Nested
    @DisplayName("has a version that")
    final class Version {

        @ParameterizedTest
        @CsvSource({"1, 1.0.0.0", "1.2, 1.2.0.0", "1.2.3, 1.2.3.0", "1.2.3.4, 1.2.3.4"})
        void isReadFromOneToFourNumbers(String text, String full) {
            assertThat(DefinitionVersion.parse(text)).hasToString(full);
        }

        @ParameterizedTest
        @ValueSource(strings = {"v3", "1.0-SNAPSHOT", "1.2.3.4.5", "1.", ".1", "1.-2", "1.2.99999999999", "Größe 7"})
        void isReadFromAnyOtherTextAndKeepsIt(String text) {
            DefinitionVersion version = DefinitionVersion.parse(text);

            assertThat(version).hasToString(text).isEqualTo(DefinitionVersion.parse(text));
            assertThat(version.text()).isEqualTo(text);
            assertThat(version).isNotEqualTo(DefinitionVersion.parse("0.0.0.0"));
            assertThat(DefinitionIdentity.of("approval", text)
                            .equalsIgnoringRevision(DefinitionIdentity.of("approval", "0.0.0.0")))
                    .isFalse();
        }

        @ParameterizedTest
        @ValueSource(strings = {"", " ", "1.0\n2.0", "\u001b[31m1.0", "1.0\u202e", "\ud800", "1.0\u2028"})
        void isReadFromNothingThatCannotBeSeen(String text) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> DefinitionVersion.parse(text))
                    .withMessageContaining("for example 1, 1.2, v3 or 1.0-SNAPSHOT")
                    .withMessageNotContaining("\u001b");
            assertThatIllegalArgumentException().isThrownBy(() -> DefinitionVersion.parse("v".repeat(201)));
        }

        @Test
        void hasEitherNumbersOrAText() {
            assertThatIllegalArgumentException().isThrownBy(() -> new DefinitionVersion(1, 0, 0, 0, "v1"));
            assertThatIllegalArgumentException().isThrownBy(() -> new DefinitionVersion(0, 0, 0, 0, "1.0"));
        }

        @Test
        void isOrderedRunByRun() {
            assertThat(List.of(
                                    "1.0-SNAPSHOT",
                                    "1.0",
                                    "1.0.0.1",
                                    "1.9",
                                    "1.10",
                                    "2.0-rc1",
                                    "2.0-rc10",
                                    "2",
                                    "v",
                                    "v03",
                                    "v3",
                                    "v10")
                            .stream()
                            .map(DefinitionVersion::parse))
                    .isSortedAccordingTo(DefinitionVersion::compareTo);
            assertThat(DefinitionVersion.parse("v03")).isNotEqualByComparingTo(DefinitionVersion.parse("v3"));
        }

        @Test
        void isOrderedPartByPart() {
            assertThat(List.of("0.9.9.9", "1.0.9.9", "1.1.0.9", "1.1.1.0", "1.1.1.1").stream()
                            .map(DefinitionVersion::parse))
                    .isSorted();
            assertThat(DefinitionVersion.parse("1.1")).isEqualByComparingTo(DefinitionVersion.parse("1.1.0.0"));
        }

        @Test
        void hasNoNegativePart() {
            assertThatIllegalArgumentException().isThrownBy(() -> new DefinitionVersion(-1, 0, 0, 0));
            assertThatIllegalArgumentException().isThrownBy(() -> new DefinitionVersion(0, -1, 0, 0));
            assertThatIllegalArgumentException().isThrownBy(() -> new DefinitionVersion(0, 0, -1, 0));
            assertThatIllegalArgumentException().isThrownBy(() -> new DefinitionVersion(0, 0, 0, -1));
        }
    }

    @Nested
    @DisplayName("has an identity that")
    final class Identity {

        @Test
        void needsAName() {
            assertThatIllegalArgumentException().isThrownBy(() -> DefinitionIdentity.of(" ", "1.0"));
        }

        @Test
        void readsWithItsPackageIfItHasOne() {
            assertThat(APPROVAL).hasToString("approval 1.2.3.4");
            assertThat(new DefinitionIdentity("approval", APPROVAL.version(), "forms"))
                    .hasToString("approval 1.2.3.4 (forms)");
        }

        @ParameterizedTest
        @CsvSource({
            "approval, 1.2.3.4, true",
            "approval, 1.2.3.9, true",
            "approval, 1.2.4.4, false",
            "approval, 1.3.3.4, false",
            "approval, 2.2.3.4, false",
            "review, 1.2.3.4, false"
        })
        void differsOnlyInTheRevisionOrInMore(String name, String version, boolean onlyInTheRevision) {
            assertThat(APPROVAL.equalsIgnoringRevision(DefinitionIdentity.of(name, version)))
                    .isEqualTo(onlyInTheRevision);
        }

        @Test
        void differsInThePackageToo() {
            assertThat(APPROVAL.equalsIgnoringRevision(new DefinitionIdentity("approval", APPROVAL.version(), "forms")))
                    .isFalse();
        }
    }

    @Nested
    @DisplayName("is accepted by a filter")
    final class Filter {

        private final DefinitionIdentity fixed = DefinitionIdentity.of("approval", "1.2.3.5");

        @Test
        void forAny() {
            assertThat(DefinitionFilter.any().accepts(APPROVAL)).isTrue();
            assertThat(DefinitionFilter.any().accepts(null)).isTrue();
        }

        @Test
        void forJustThatOne() {
            DefinitionFilter filter = DefinitionFilter.exactly(APPROVAL);

            assertThat(filter.accepts(APPROVAL)).isTrue();
            assertThat(filter.accepts(fixed)).isFalse();
            assertThat(filter.accepts(null)).isFalse();
            assertThat(filter.orUnidentified().accepts(null)).isTrue();
            assertThat(filter.orUnidentified().accepts(fixed)).isFalse();
        }

        @Test
        void forAllItsRevisions() {
            DefinitionFilter filter = DefinitionFilter.anyRevisionOf(APPROVAL);

            assertThat(filter.accepts(fixed)).isTrue();
            assertThat(filter.accepts(DefinitionIdentity.of("approval", "1.2.4.4")))
                    .isFalse();
            assertThat(filter.accepts(null)).isFalse();
            assertThat(filter.orUnidentified().accepts(null)).isTrue();
        }

        @Test
        void mayNameOneTwice() {
            assertThat(DefinitionFilter.exactly(APPROVAL, APPROVAL)).isEqualTo(DefinitionFilter.exactly(APPROVAL));
            assertThat(DefinitionFilter.anyRevisionOf(APPROVAL, APPROVAL))
                    .isEqualTo(DefinitionFilter.anyRevisionOf(APPROVAL));
        }
    }
}
