// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console.page;

import dev.rehydrate.console.web.ConsoleResponse;
import dev.rehydrate.console.web.Html;
import dev.rehydrate.console.web.Parameters;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.operations.diagnosis.Words;
import dev.rehydrate.operations.reading.QueryTexts;
import dev.rehydrate.operations.reading.StoreReader;
import dev.rehydrate.store.inspection.KeySighting;
import dev.rehydrate.store.inspection.OwnerSighting;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The pages with little on them: owners, one key, the search for a key, and the login. */
public final class SmallPages {

    private final StoreReader reader;
    private final Frame frame;

    /**
     * Makes the pages.
     *
     * @param reader reads the store
     * @param frame what is around the pages
     */
    public SmallPages(StoreReader reader, Frame frame) {
        this.reader = reader;
        this.frame = frame;
    }

    /** {@return the owners of the farm with their leases} */
    public ConsoleResponse owners() {
        Html content =
                new Html().open("div", "class", "wide", "tabindex", "0", "role", "region", "aria-label", "Owners");
        content.open("table").open("thead").open("tr");
        for (String name : new String[] {"Owner", "State", "Host type", "Last heartbeat", "Lease", "Definitions", ""}) {
            content.open("th", "scope", "col")
                    .text(name.isEmpty() ? "Held" : name)
                    .close("th");
        }
        content.close("tr").close("thead").open("tbody");
        for (OwnerSighting owner : reader.owners()) {
            String state = Words.life(owner);
            content.open("tr")
                    .element("td", Words.owner(owner))
                    .open("td")
                    .element("span", state, "class", "badge " + state)
                    .close("td")
                    .element(
                            "td",
                            owner.description().hostType() == null
                                    ? "–"
                                    : owner.description().hostType())
                    .element("td", Words.duration(owner.unmoved()) + " ago")
                    .element("td", Words.duration(owner.lease()))
                    .element("td", owner.description().definitions().identities())
                    .open("td")
                    .link(frame.path("/instances?holder=" + owner.id()), "what it holds")
                    .close("td")
                    .close("tr");
        }
        content.close("tbody").close("table").close("div");
        return frame.page(200, "Owners", content);
    }

    /**
     * Shows a key from both sides.
     *
     * @param key the key
     * @return the page
     */
    public ConsoleResponse key(InstanceKey key) {
        KeySighting sighting = reader.key(key);
        Html content = new Html();
        if (sighting.isDangling()) {
            content.open("p", "class", "finding trouble", "data-cause", "DANGLING_CLAIM")
                    .text(Words.dangling(sighting).sentence())
                    .close("p");
        } else if (sighting.listedBy() == null) {
            content.element("p", "No instance has this key, and none has claimed it.", "class", "finding");
        }
        content.open("dl");
        Fields.fact(content, "State", sighting.state());
        content.element("dt", "Instance that lists it").open("dd");
        instance(content, sighting.listedBy());
        content.close("dd").element("dt", "Instance that its claim names").open("dd");
        instance(content, sighting.claimedBy());
        content.close("dd").close("dl");
        return frame.page(200, "Key " + key, content);
    }

    private void instance(Html to, @Nullable Object id) {
        if (id == null) {
            to.text("none");
        } else {
            to.link(frame.path("/instance/" + id), id);
        }
    }

    /**
     * Finds an instance by its business key.
     *
     * @param parameters the scope, the name of the part if it has one, and the value
     * @return the form, or the way to the page of the key
     */
    public ConsoleResponse find(Parameters parameters) {
        Optional<String> key = parameters.find("key");
        if (key.isPresent()) {
            return ConsoleResponse.seeOther(frame.path("/key/" + QueryTexts.key(key.get())));
        }
        Optional<String> scope = parameters.find("scope");
        Optional<String> value = parameters.find("value");
        if (scope.isPresent() && value.isPresent()) {
            InstanceKey hashed = parameters
                    .find("part")
                    .map(part -> InstanceKey.of(scope.get(), Map.of(part, value.get())))
                    .orElseGet(() -> InstanceKey.of(scope.get(), value.get()));
            return ConsoleResponse.seeOther(frame.path("/key/" + hashed));
        }
        Html content = new Html();
        content.open("form", "method", "get", "action", frame.path("/find"), "class", "ask");
        Fields.input(content, "scope", "Scope, such as shop", null);
        Fields.input(content, "part", "Name of the part, such as CartId; none for keys of a text alone", null);
        Fields.input(content, "value", "Value, such as cart 7", null);
        content.element("button", "Find").close("form");
        content.open("form", "method", "get", "action", frame.path("/find"), "class", "ask");
        Fields.input(content, "key", "or the key itself, 128 bits as a UUID", null);
        content.element("button", "Find").close("form");
        return frame.page(200, "Find by key", content);
    }

    /**
     * Asks for the token.
     *
     * @param wrong whether a wrong one was sent
     * @return the page
     */
    public ConsoleResponse login(boolean wrong) {
        Html content = new Html();
        if (wrong) {
            content.element(
                    "p", "That is not the token, or too many were wrong within a minute.", "class", "finding trouble");
        }
        content.open("form", "method", "post", "action", frame.path("/login"), "class", "ask")
                .open("label")
                .text("Token")
                .open("input", "type", "password", "name", "token", "required", "", "autocomplete", "current-password")
                .close("label")
                .element("button", "Log in")
                .close("form");
        return frame.page(wrong ? 403 : 200, "Log in", content);
    }
}
