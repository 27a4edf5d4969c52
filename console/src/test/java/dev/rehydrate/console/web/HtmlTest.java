// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HtmlTest {

    @Test
    void aValueKeepsWhatCannotBeSeenAndATextShowsIt() {
        String text = "a\u200d<\u0007\udb40\udc01\u2028\"";

        assertThat(new Html().open("input", "value", text))
                .hasToString("<input value=\"a&#x200d;&lt;&#x7;&#xe0001;&#x2028;&quot;\">");
        assertThat(new Html().element("p", text, "title", text))
                .hasToString("<p title=\"a\\u200d&lt;\\u0007\\u{e0001}\\u2028&quot;\">"
                        + "a\\u200d&lt;\\u0007\\u{e0001}\\u2028&quot;</p>");
    }

    @Test
    void whatNoReferenceStandsForIsShownInAValueToo() {
        for (String text : new String[] {"\u0000", "\r", "\n", "\u0085", "\ud800"}) {
            assertThat(Html.isSentUnchanged("a" + text + "b")).isFalse();
            assertThat(new Html().open("input", "value", text).toString()).contains("value=\"\\");
        }
        assertThat(Html.isSentUnchanged("\t\u007f\u200d\ud83d\udc68")).isTrue();
    }

    @Test
    void aValueIsNotCutOff() {
        String text = "\u200d".repeat(60_000) + "x".repeat(60_000);

        assertThat(new Html().open("input", "value", text).toString())
                .hasSize("<input value=\"\">".length() + 60_000 * "&#x200d;".length() + 60_000);
    }
}
