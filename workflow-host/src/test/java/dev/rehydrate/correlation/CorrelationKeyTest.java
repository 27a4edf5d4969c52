// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.correlation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.KeyContent;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class CorrelationKeyTest {

    private static final String[] ALPHABET = {
        "a",
        "b",
        ":",
        ",",
        "=",
        "&",
        "|",
        ".",
        "1",
        "2",
        "12",
        " ",
        "\u00e9",
        "e\u0301",
        "\u0130",
        "\ud83c\udf55",
        "KeyText"
    };

    /** Golden values: a change of one of these would make every stored key unreachable. */
    static Stream<Arguments> golden() {
        return Stream.of(
                Arguments.of("documents", Map.of("DocumentId", "42"), "efb936e0-ae45-6974-48d0-b47cf11e1f90"),
                Arguments.of(
                        "orders",
                        Map.of("CustomerId", "A-17", "OrderId", "1001"),
                        "23f22bb6-d802-9fee-ea96-cc8b94b88883"),
                Arguments.of(
                        "documents",
                        Map.of("DocumentId", "Z\u00fcrich \ud83c\udf55"),
                        "7b62d372-b35d-056c-4695-1e81868df32b"),
                Arguments.of("I\u0307i\u0131", Map.of("TITLE", "title"), "56b36b10-1fd7-1494-0552-8c601f4595ed"));
    }

    @ParameterizedTest
    @MethodSource("golden")
    void keysAreTheSameForEver(String scope, Map<String, String> parts, String key) {
        assertThat(keyOf(scope, parts).key()).hasToString(key);
    }

    @ParameterizedTest
    @MethodSource("golden")
    void keysAreThoseOfTheStoreApi(String scope, Map<String, String> parts, String key) {
        assertThat(InstanceKey.of(scope, parts)).hasToString(key);
    }

    @Test
    void aTextHasTheKeyOfTheStoreApi() {
        CorrelationKey key =
                Correlation.<String>content("shop").text(text -> text).keyOf("cart 7");

        assertThat(key.key()).isEqualTo(InstanceKey.of("shop", "cart 7"));
        assertThat(key.text()).isEqualTo(KeyContent.of("shop", "cart 7").text());
    }

    @ParameterizedTest
    @MethodSource("golden")
    void keysAreTheSameWhateverLocaleAndTimeZone(String scope, Map<String, String> parts, String key) {
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();
        try {
            for (String language : new String[] {"tr-TR", "ar-EG-u-nu-arab", "th-TH-u-nu-thai", "en"}) {
                Locale.setDefault(Locale.forLanguageTag(language));
                TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Kiritimati"));
                assertThat(keyOf(scope, parts).key()).as(language).hasToString(key);
            }
        } finally {
            Locale.setDefault(locale);
            TimeZone.setDefault(zone);
        }
    }

    @Test
    void canonicalTextHasTheLengthInBytesBeforeEachText() {
        assertThat(keyOf("documents", Map.of("DocumentId", "\u00e9")).text())
                .isEqualTo("rehydrate-key/1,9:documents,10:DocumentId,2:\u00e9,");
    }

    @Test
    void orderOfPartsDoesNotMatter() {
        Map<String, String> forth = new LinkedHashMap<>();
        forth.put("A", "1");
        forth.put("B", "2");
        Map<String, String> back = new LinkedHashMap<>();
        back.put("B", "2");
        back.put("A", "1");

        assertThat(keyOf("s", forth)).isEqualTo(keyOf("s", back));
    }

    @ParameterizedTest
    @EnumSource(KeyAlgorithm.class)
    void movingALetterAcrossABorderGivesAnotherKey(KeyAlgorithm algorithm) {
        CorrelationKey one = CorrelationKey.of(algorithm, "s", Map.of("x", "a", "y", "bc"));

        assertThat(one.key())
                .isNotEqualTo(CorrelationKey.of(algorithm, "s", Map.of("x", "ab", "y", "c"))
                        .key());
        assertThat(one.key())
                .isNotEqualTo(
                        CorrelationKey.of(algorithm, "s", Map.of("x", "a&y=bc")).key());
        assertThat(CorrelationKey.of(algorithm, "s,t", Map.of("x", "a")).key())
                .isNotEqualTo(
                        CorrelationKey.of(algorithm, "t", Map.of("x", "a,s")).key());
    }

    @Test
    void composedAndDecomposedLettersAreOne() {
        CorrelationKey composed = keyOf("caf\u00e9", Map.of("Stra\u00dfe", "\u00e9"));

        assertThat(keyOf("cafe\u0301", Map.of("Stra\u00dfe", "e\u0301"))).isEqualTo(composed);
        assertThat(composed.text()).contains("\u00e9").doesNotContain("\u0301");
    }

    @Test
    void partsWithoutValueAreLeftOut() {
        assertThat(keyOf("s", Map.of("A", "1", "B", "", "C", " \t"))).isEqualTo(keyOf("s", Map.of("A", "1")));
    }

    @Test
    void halfASurrogatePairIsRefused() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> keyOf("s", Map.of("A", "x\ud83c")))
                .withMessageContaining("surrogate");
    }

    @ParameterizedTest
    @EnumSource(KeyAlgorithm.class)
    void differentContentsHaveDifferentTexts(KeyAlgorithm algorithm) {
        long seed = Seed.forTest("differentContentsHaveDifferentTexts(" + algorithm + ")");
        Random random = new Random(seed);
        Map<String, Map<String, String>> contents = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            Map<String, String> content = new HashMap<>();
            String scope = word(random, 1);
            for (int parts = random.nextInt(4); parts > 0; parts--) {
                content.put("n" + word(random, 0), word(random, 0) + "v");
            }
            Map<String, String> canonical = new HashMap<>();
            content.forEach((name, value) -> canonical.put(algorithm.canonical(name), algorithm.canonical(value)));
            if (canonical.size() < content.size()) {
                continue;
            }
            canonical.put("", algorithm.canonical(scope));
            Map<String, String> before =
                    contents.put(CorrelationKey.of(algorithm, scope, content).text(), canonical);
            assertThat(before)
                    .as("seed %d", seed)
                    .satisfiesAnyOf(
                            known -> assertThat(known).isNull(),
                            known -> assertThat(known).isEqualTo(canonical));
        }
    }

    private static String word(Random random, int atLeast) {
        StringBuilder word = new StringBuilder(atLeast > 0 ? "s" : "");
        for (int letters = random.nextInt(4); letters > 0; letters--) {
            word.append(ALPHABET[random.nextInt(ALPHABET.length)]);
        }
        return word.toString();
    }

    private static CorrelationKey keyOf(String scope, Map<String, String> parts) {
        return CorrelationKey.of(KeyAlgorithm.SHA_256_128, scope, parts);
    }
}
