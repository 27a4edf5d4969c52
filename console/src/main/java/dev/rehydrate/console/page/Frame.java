// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console.page;

import dev.rehydrate.console.web.ConsoleResponse;
import dev.rehydrate.console.web.Html;
import org.jspecify.annotations.Nullable;

/**
 * What is around each page.
 *
 * @param base the path where the console is mounted, without a slash at its end
 * @param name what this console is about, in the title and the head of each page
 * @param writable whether there is a token, so that something can be changed
 * @param formKey of the session of the request, or null without a session
 */
public record Frame(
        String base,
        String name,
        boolean writable,
        @Nullable String formKey) {

    /** The path of a page. */
    String path(String below) {
        return base + below;
    }

    /**
     * Puts a page together.
     *
     * @param status the HTTP status
     * @param title its title
     * @param content its content
     * @return the response
     */
    public ConsoleResponse page(int status, String title, Html content) {
        Html page = new Html();
        page.open("html", "lang", "en").open("head");
        page.open("meta", "charset", "utf-8")
                .open("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        page.element("title", title + " · " + name);
        page.open("link", "rel", "stylesheet", "href", path("/console.css"));
        page.open("link", "rel", "icon", "href", path("/icon.svg"), "type", "image/svg+xml");
        page.open("script", "type", "module", "src", path("/console.js")).close("script");
        page.close("head").open("body");
        page.element("a", "To the content", "class", "skip", "href", "#content");
        head(page);
        page.open("main", "id", "content", "tabindex", "-1")
                .element("h1", title)
                .add(content);
        page.close("main").close("body").close("html");
        return ConsoleResponse.html(status, "<!doctype html>" + page);
    }

    private void head(Html page) {
        page.open("header").element("strong", name).open("nav", "aria-label", "Pages");
        page.link(path("/instances"), "Instances")
                .text(" ")
                .link(path("/find"), "Find by key")
                .text(" ")
                .link(path("/owners"), "Owners");
        page.close("nav");
        if (!writable) {
            page.element("span", "read-only", "class", "badge", "title", "The console was mounted without a token.");
        } else if (formKey == null) {
            page.link(path("/login"), "Log in to change something");
        } else {
            page.open("form", "method", "post", "action", path("/logout"))
                    .add(key())
                    .element("button", "Log out")
                    .close("form");
        }
        page.close("header");
    }

    /** The field that proves that a form came from this session. */
    Html key() {
        return formKey == null
                ? new Html()
                : new Html().open("input", "type", "hidden", "name", "form-key", "value", formKey);
    }

    /** A page with one sentence. */
    public ConsoleResponse sentence(int status, String title, String sentence) {
        return page(status, title, new Html().element("p", sentence, "class", "finding trouble"));
    }
}
