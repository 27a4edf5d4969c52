// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rehydrate.console.web.ConsoleRequest;
import dev.rehydrate.console.web.ConsoleResponse;
import dev.rehydrate.console.web.Html;
import dev.rehydrate.console.web.Parameters;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks a console as a browser would, with a cookie and the field of its forms. */
final class Browser {

    private static final Pattern FORM_KEY = Pattern.compile("name=\"form-key\" value=\"([0-9a-f]+)\"");

    private final Console console;
    private final Map<String, String> headers = new HashMap<>(Map.of("Host", "localhost:8082"));

    private Browser(Console console) {
        this.console = console;
    }

    static Browser on(Console console) {
        return new Browser(console);
    }

    static String escaped(String text) {
        return new Html().text(text).toString();
    }

    /** An answer. */
    record Page(int status, String text, Map<String, String> headers) {}

    Browser header(String name, String value) {
        headers.put(name, value);
        return this;
    }

    Browser loggedIn() {
        Page answer = post("/login", "token=" + Parameters.encoded(FaultGallery.TOKEN));
        return header("Cookie", answer.headers().get("Set-Cookie").split(";", 2)[0]);
    }

    Page get(String address) {
        int at = address.indexOf('?');
        return page(console.answer(new ConsoleRequest(
                "GET",
                at < 0 ? address : address.substring(0, at),
                at < 0 ? null : address.substring(at + 1),
                headers,
                new byte[0])));
    }

    Page post(String path, String form) {
        return page(console.answer(new ConsoleRequest("POST", path, null, headers, form.getBytes(UTF_8))));
    }

    String formKey() {
        Matcher matcher = FORM_KEY.matcher(get("/owners").text());
        return matcher.find() ? matcher.group(1) : "none";
    }

    /** Sends an action with the field of this session. */
    Page act(String action, Object instance, String reason) {
        return post(
                "/action",
                "form-key=" + formKey() + "&do=" + action + "&instance=" + instance + "&reason="
                        + Parameters.encoded(reason));
    }

    private static Page page(ConsoleResponse response) {
        return new Page(response.status(), new String(response.body(), UTF_8), response.headers());
    }
}
