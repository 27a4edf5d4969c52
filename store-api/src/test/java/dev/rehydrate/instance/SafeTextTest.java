// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.failure.InstanceStoreException.Subject;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.command.failure.UnwritableValueException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Text from elsewhere cannot forge a line of a log or steer a terminal. */
final class SafeTextTest {

    private static final String FORGED = "lost\r\n2026-11-22 ERROR all is \u001b[31mlost\u202e";
    private static final String SHOWN = "lost\\r\\n2026-11-22 ERROR all is \\u001b[31mlost\\u202e";

    @Test
    void whatWouldMoveOrColourOrTurnIsShownInstead() {
        assertThat(SafeText.line(FORGED)).isEqualTo(SHOWN);
        assertThat(SafeText.line("a\tb\u0000\u0085\u2028\u2029\u2066\ufeff\ud800"))
                .isEqualTo("a\\tb\\u0000\\u0085\\u2028\\u2029\\u2066\\ufeff\\ud800");
        assertThat(SafeText.line("tag \udb40\udc41")).isEqualTo("tag \\u{e0041}");
        assertThat(SafeText.line(null)).isEqualTo("null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "größe 7 — 文書 🙂", "C:\\n is a path", "[31m"})
    void whatIsSafeStaysAsItIs(String text) {
        assertThat(SafeText.line(text)).isSameAs(text);
    }

    @ParameterizedTest
    @CsvSource({"abcdef, 6, abcdef", "abcdefg, 6, abcde…", "ab🙂cd, 4, ab…", "abcde, 1, …"})
    void aLineIsNeverLongerThanItMayBe(String text, int longest, String line) {
        assertThat(SafeText.line(text, longest)).isEqualTo(line);
        assertThat(SafeText.line(line, longest)).isEqualTo(line);
        assertThat(SafeText.line("\n".repeat(5_000)))
                .hasSizeLessThanOrEqualTo(SafeText.LONGEST)
                .endsWith("…");
    }

    @Test
    void aFailureInALogPrintsNothingElseEither() {
        IllegalStateException failure = new IllegalStateException("outer", new IllegalArgumentException(FORGED));
        failure.addSuppressed(new IllegalStateException("also \u001b[2J"));

        String printed = printed(SafeText.failure(failure));

        assertThat(printed)
                .contains("java.lang.IllegalStateException: outer")
                .contains("Caused by: java.lang.IllegalArgumentException: " + SHOWN)
                .contains("also \\u001b[2J")
                .contains("SafeTextTest.java")
                .doesNotContain("\u001b", "\u202e", "\n2026-11-22");
    }

    @Test
    void aFailureThatIsSafeIsLoggedAsItIs() {
        IllegalStateException failure = new IllegalStateException("outer", new IllegalArgumentException("inner"));

        assertThat(SafeText.failure(failure)).isSameAs(failure);
        assertThat(SafeText.failure(null)).isNull();
    }

    @Test
    void aCauseThatIsItsOwnCauseComesToAnEnd() {
        IllegalStateException one = new IllegalStateException("one\n");
        IllegalStateException two = new IllegalStateException("two", one);
        one.initCause(two);

        assertThat(printed(SafeText.failure(one))).contains("one\\n").doesNotContain("one\n\n");
    }

    @Test
    void reasonsAndMessagesOfTheStoreAreSafe() {
        assertThat(new Suspension(FORGED, FORGED, Instant.EPOCH))
                .isEqualTo(new Suspension(SHOWN, SHOWN, Instant.EPOCH));
        assertThat(new StoreUnavailableException(FORGED, Subject.NONE, null)).hasMessageContaining(SHOWN);
        assertThat(new UnwritableValueException(null, "name\n", new IllegalStateException("x".repeat(5_000))))
                .hasMessageEndingWith("…), nothing was changed: value=name\\n");
    }

    @Test
    void whatFailsToSayWhatItIsIsNamed() {
        RuntimeException mute = new RuntimeException() {
            private static final long serialVersionUID = 1;

            @Override
            public String getMessage() {
                throw new NullPointerException("no words");
            }
        };

        assertThat(SafeText.line(mute)).contains(mute.getClass().getName(), "NullPointerException");
        assertThat(printed(SafeText.failure(new IllegalStateException("outer", mute))))
                .contains("outer", mute.getClass().getName());
    }

    private static String printed(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }
}
