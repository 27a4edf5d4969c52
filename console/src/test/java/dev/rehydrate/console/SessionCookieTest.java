// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Browsers send a cookie to all ports of a host, and to all paths below its own: consoles may be at several of them. */
class SessionCookieTest {

    private final FaultGallery gallery = new FaultGallery();

    @AfterEach
    void close() {
        gallery.close();
    }

    private String cookie(String base, String host) {
        Console console = Console.of(gallery.store)
                .base(base)
                .token(FaultGallery.TOKEN)
                .time(gallery.time)
                .build();
        Browser browser = Browser.on(console).header("Host", host);
        String cookie = browser.post("/login", "token=open+sesame").headers().get("Set-Cookie");
        browser.header("Cookie", "rehydrate-console-1=other; " + cookie.split(";", 2)[0]);
        assertThat(browser.formKey()).as("the session is found").isNotEqualTo("none");
        return cookie.replaceFirst("=[0-9a-f]+;", "=…;");
    }

    @Test
    void isOfOnePortAndOnePath() {
        assertThat(cookie("", "localhost:8082"))
                .isEqualTo("rehydrate-console-8082=…; Path=/; HttpOnly; SameSite=Strict");
        assertThat(cookie("", "[::1]:8083")).isEqualTo("rehydrate-console-8083=…; Path=/; HttpOnly; SameSite=Strict");
        assertThat(cookie("/ops/console", "localhost"))
                .isEqualTo("rehydrate-console=…; Path=/ops/console; HttpOnly; SameSite=Strict");
        assertThat(cookie("", "[::1]")).isEqualTo("rehydrate-console=…; Path=/; HttpOnly; SameSite=Strict");
    }
}
