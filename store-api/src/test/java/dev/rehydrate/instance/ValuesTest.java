// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rehydrate.command.LoadMode;
import dev.rehydrate.instance.InstanceValue.Option;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Named values on their way in and out: contract §1.5, §1.6. */
@DisplayName("A named value, contract §1.6")
final class ValuesTest {

    @Nested
    @DisplayName("on its way in")
    final class In {

        @Test
        void hasTheOptionsItWasGiven() {
            InstanceValue value =
                    InstanceValue.of("text").with(Option.OPTIONAL).with(Option.WRITE_ONLY, Option.PROMOTED);

            assertThat(value.options()).containsExactlyInAnyOrder(Option.values());
            assertThat(value.has(Option.WRITE_ONLY)).isTrue();
            assertThat(InstanceValue.of("text").has(Option.WRITE_ONLY)).isFalse();
        }

        @Test
        void mayBeNull() {
            assertThat(InstanceValue.of(null).value()).isNull();
            assertThat(InstanceValue.of(null)).hasToString("InstanceValue[null []]");
        }

        @Test
        void isEqualByValueAndOptions() {
            assertThat(InstanceValue.of("text"))
                    .isEqualTo(InstanceValue.of("text"))
                    .hasSameHashCodeAs(InstanceValue.of("text"))
                    .isNotEqualTo(InstanceValue.of("other"))
                    .isNotEqualTo(InstanceValue.of("text").with(Option.OPTIONAL))
                    .isNotEqualTo("text");
        }

        @Test
        void neverTellsItsContent() {
            assertThat(InstanceValue.of("secret").with(Option.OPTIONAL))
                    .hasToString("InstanceValue[java.lang.String [OPTIONAL]]");
        }
    }

    @Nested
    @DisplayName("on its way out")
    final class Out {

        @Test
        void isSelectedByANameThatIsGivenTwice() {
            assertThat(ValueSelection.of("a", "b", "a")).isEqualTo(ValueSelection.of("a", "b"));
            assertThat(LoadMode.free().withValues("a", "a"))
                    .isEqualTo(LoadMode.free().withValues("a"));
            assertThat(LoadMode.peek().withValues("a", "a"))
                    .isEqualTo(LoadMode.peek().withValues("a"));
        }

        private final ValueBag bag = new Bag(Map.of("title", Optional.of("report"), "none", Optional.empty()));

        @Test
        void isFoundByItsName() {
            assertThat(bag.find("title", String.class)).contains("report");
        }

        @Test
        void isNotFoundIfItIsMissingOrNull() {
            assertThat(bag.find("missing", String.class)).isEmpty();
            assertThat(bag.find("none", String.class)).isEmpty();
        }
    }

    /** A bag of objects that are there already. */
    private record Bag(Map<String, Optional<Object>> values) implements ValueBag {

        @Override
        public Set<String> names() {
            return values.keySet();
        }

        @Override
        public <T> T get(String name, Class<T> type) {
            Optional<Object> value = values.get(name);
            if (value == null) {
                throw new NoSuchElementException(name);
            }
            return type.cast(value.orElse(null));
        }

        @Override
        public Optional<Description> describe(String name) {
            return Optional.empty();
        }
    }

    @Nested
    @DisplayName("that describes an owner")
    final class OfAnOwner {

        @Test
        void defaultsToNothingSpecial() {
            OwnerDescription anonymous = OwnerDescription.anonymous();

            assertThat(anonymous.hostType()).isNull();
            assertThat(anonymous.completion()).isEqualTo(CompletionAction.DELETE);
            assertThat(anonymous.definitions()).isEqualTo(DefinitionFilter.any());
            assertThat(anonymous.published()).isEmpty();
            assertThat(anonymous.unpublished()).isEmpty();
        }

        @Test
        void isChangedPartByPart() {
            DefinitionFilter filter = DefinitionFilter.exactly(DefinitionIdentity.of("approval", "1.0"));

            OwnerDescription described = OwnerDescription.ofType("documents")
                    .running(filter)
                    .completingBy(CompletionAction.KEEP)
                    .describedBy(Map.of("url", "http://one"), Map.of("pid", "7"));

            assertThat(described)
                    .isEqualTo(new OwnerDescription(
                            "documents",
                            filter,
                            CompletionAction.KEEP,
                            Map.of("url", "http://one"),
                            Map.of("pid", "7")));
        }

        @Test
        void isNoHostTypeIfItIsBlank() {
            assertThatIllegalArgumentException().isThrownBy(() -> OwnerDescription.ofType(" "));
            assertThatExceptionOfType(NullPointerException.class).isThrownBy(() -> OwnerDescription.ofType(null));
        }
    }
}
