// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A token that no request can present is refused when the console is set up. */
class ConsoleBuilderTest {

    private final FaultGallery gallery = new FaultGallery();

    @AfterEach
    void close() {
        gallery.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "open sesame\n",
                " open sesame",
                "open sesame\r\n",
                "        ",
                "\u2003open sesame",
                "open\nsesame"
            })
    void aTokenThatNobodyCanTypeIsRefused(String token) {
        assertThatThrownBy(() -> Console.of(gallery.store).token(token))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "a token is one line without blanks or line breaks around it, because a login drops them; if it comes"
                                + " from a file or a secret, remove the line break at its end");
    }

    @Test
    void aTokenThatIsAcceptedOpens() {
        Browser browser =
                Browser.on(Console.of(gallery.store).token(FaultGallery.TOKEN).build());

        assertThat(browser.post("/login", "token=+open+sesame%0A").status()).isEqualTo(303);
    }
}
