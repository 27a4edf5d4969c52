// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console.page;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.condition.Attribute;
import dev.rehydrate.command.condition.Subject;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.console.web.ConsoleResponse;
import dev.rehydrate.console.web.Html;
import dev.rehydrate.console.web.Parameters;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.operations.action.Action;
import dev.rehydrate.operations.diagnosis.Words;
import dev.rehydrate.operations.query.IndexUse;
import dev.rehydrate.operations.query.ListOrder;
import dev.rehydrate.operations.reading.QueryTexts;
import dev.rehydrate.operations.reading.StoreReader;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The instances that an address asks for, with filters, an order and a way to the next page. */
public final class ListPage {

    private static final int LONGEST_CELL = 120;

    private final StoreReader reader;
    private final Frame frame;
    private final Parameters parameters;

    /**
     * Makes the page.
     *
     * @param reader reads the store
     * @param frame what is around it
     * @param parameters the query of its address
     */
    public ListPage(StoreReader reader, Frame frame, Parameters parameters) {
        this.reader = reader;
        this.frame = frame;
        this.parameters = parameters;
    }

    /** {@return the page; with status 400 and a sentence if a filter cannot be read} */
    public ConsoleResponse show() {
        Html content = new Html();
        FilterForm.write(parameters, frame.path("/instances"), content);
        InstanceQuery query;
        try {
            query = ListFilter.query(parameters, ListFilter.PAGE, reader.now());
        } catch (IllegalArgumentException cannotBe) {
            content.element(
                    "p",
                    "This filter cannot be read: " + cannotBe.getMessage(),
                    "class",
                    "finding trouble",
                    "role",
                    "alert");
            return frame.page(400, "Instances", content);
        }
        ListFilter.leftOut(parameters, content);
        IndexUse.warning(query).ifPresent(sentence -> content.element("p", sentence, "class", "grey"));
        InstancePage page = reader.list(query);
        gap(page, content);
        table(content, page, query);
        query.following(page)
                .map(InstanceQuery::after)
                .ifPresent(last -> content.open("p")
                        .link(
                                frame.path("/instances?"
                                        + ListFilter.following(parameters, last).query()),
                                "Next " + ListFilter.PAGE)
                        .close("p"));
        if (frame.writable()) {
            bulk(content);
        }
        return frame.page(200, "Instances", content);
    }

    /** Says so if a page does not have all. */
    static void gap(InstancePage page, Html to) {
        if (page.gap() != null) {
            to.element("p", "This is not all: " + page.gap(), "class", "finding trouble", "role", "alert");
        }
    }

    private void table(Html to, InstancePage page, InstanceQuery query) {
        TreeSet<String> promoted = new TreeSet<>();
        page.entries().forEach(entry -> promoted.addAll(entry.promoted().keySet()));
        to.open("div", "class", "wide", "tabindex", "0", "role", "region", "aria-label", "Instances that were found");
        to.open("table").open("thead").open("tr");
        Subject sortedBy = query.sortBy();
        sortableById(to, sortedBy == null);
        List.of("State", "Definition").forEach(name -> to.element("th", name, "scope", "col"));
        List.of("Due", "Created", "Updated").forEach(name -> sortable(to, name, name.toLowerCase(Locale.ROOT), query));
        promoted.forEach(name -> sortable(to, name, ListOrder.ofPromoted(name), query));
        to.close("tr").close("thead").open("tbody");
        page.entries().forEach(entry -> row(to, entry, promoted));
        to.close("tbody").close("table").close("div");
        to.element("p", IndexUse.NO_ORDER, "class", "grey", "id", "no-order");
        if (page.entries().isEmpty()) {
            to.element("p", "No instance meets these conditions.");
        }
    }

    private void sortableById(Html to, boolean sorted) {
        to.open("th", "scope", "col", "aria-sort", sorted ? "ascending" : null);
        if (sorted) {
            to.text("Instance");
        } else {
            Parameters byId = parameters
                    .with(ListFilter.AFTER, null)
                    .with(ListFilter.SORT, null)
                    .with(ListFilter.DESCENDING, null);
            to.link(frame.path("/instances?" + byId.query()), "Instance");
        }
        to.close("th");
    }

    /** A head whose link sorts by its column, and once it does, turns the order round. No index has the order of updated. */
    private void sortable(Html to, String name, String order, InstanceQuery query) {
        Subject column = ListOrder.read(order).subject();
        boolean sorted = column.equals(query.sortBy());
        boolean descending = sorted && !query.descending();
        boolean slow = column == Attribute.UPDATED;
        Parameters other = parameters
                .with(ListFilter.AFTER, null)
                .with(ListFilter.SORT, order)
                .with(ListFilter.DESCENDING, descending ? "yes" : null);
        String direction = !sorted ? null : descending ? "ascending" : "descending";
        to.open(
                        "th",
                        "scope",
                        "col",
                        "aria-sort",
                        direction,
                        "class",
                        slow ? "grey" : null,
                        "aria-describedby",
                        slow ? "no-order" : null)
                .link(frame.path("/instances?" + other.query()), name)
                .close("th");
    }

    private void row(Html to, InstancePage.Entry entry, Set<String> promoted) {
        InstanceHeader header = entry.header();
        Map<String, PromotedValue> values = new TreeMap<>(entry.promoted());
        String state = Words.state(header);
        to.open("tr")
                .open("td")
                .link(frame.path("/instance/" + header.id()), header.id())
                .close("td")
                .open("td")
                .element("span", state, "class", "badge " + state)
                .close("td")
                .element("td", header.definition() == null ? "–" : header.definition())
                .element("td", header.dueAt() == null ? "–" : header.dueAt())
                .element("td", header.createdAt())
                .element("td", header.updatedAt());
        promoted.forEach(name -> to.element("td", shown(values.get(name))));
        to.close("tr");
    }

    /** The page of the instance has the whole text, which may have thousands of characters. */
    private static String shown(@Nullable PromotedValue value) {
        return value == null ? "–" : SafeText.line(QueryTexts.shown(value), LONGEST_CELL);
    }

    /** Only what says which instances are meant goes into the form: any other word of the address could stand for the action. */
    private void bulk(Html to) {
        Html selection = new Html();
        boolean unchanged = true;
        for (var word : ListFilter.selection(parameters).values().entrySet()) {
            for (String value : word.getValue()) {
                String stripped = value.strip();
                unchanged &= Html.isSentUnchanged(stripped);
                if (!stripped.isEmpty()) {
                    selection.open("input", "type", "hidden", "name", word.getKey(), "value", stripped);
                }
            }
        }
        if (!unchanged) {
            to.element(
                    "p",
                    "No action on all of these is offered: a condition has a line break or a control character, which a form"
                            + " does not send as it is. Write the condition without it.",
                    "class",
                    "grey");
            return;
        }
        to.open("form", "method", "get", "action", frame.path("/bulk"), "class", "filters")
                .add(selection);
        to.open("label").text("With all that these conditions find").open("select", "name", "action");
        for (Action action : Action.values()) {
            to.element("option", action.word(), "value", action.word());
        }
        to.close("select")
                .close("label")
                .element("button", "Try without changing anything")
                .close("form");
    }
}
