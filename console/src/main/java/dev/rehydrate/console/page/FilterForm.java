// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console.page;

import dev.rehydrate.console.web.Html;
import dev.rehydrate.console.web.Parameters;
import dev.rehydrate.operations.query.IndexUse;
import dev.rehydrate.operations.query.InstanceFilter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The form whose fields become the address of a list. It needs no script. */
final class FilterForm {

    private static final List<String> STATES = List.of("initialized", "uninitialized", "completed");
    private static final List<String> MOMENTS = List.of("now", "-15m", "-1h", "-1d", "-7d", "+1h", "+1d");
    private static final String EXAMPLE = "total >= 100 and (due < -1h or author in (Anna, Olga))";

    private final Parameters given;
    private final Html to;

    private FilterForm(Parameters given, Html to) {
        this.given = given;
        this.to = to;
    }

    /** Writes the form with what is given. */
    static void write(Parameters given, String action, Html to) {
        new FilterForm(given, to).write(action);
    }

    private void write(String action) {
        to.open("form", "method", "get", "action", action, "class", "filters", "role", "search");
        conditions();
        states();
        Fields.select(
                to, InstanceFilter.SUSPENDED, "Suspended", List.of("yes", "no"), yesOrNo(InstanceFilter.SUSPENDED));
        texts(InstanceFilter.DEFINITION, "Definition");
        texts(InstanceFilter.HOST_TYPE, "Host type");
        texts(InstanceFilter.HOLDER, "Held by owner");
        times("Due", InstanceFilter.DUE_AFTER, InstanceFilter.DUE_BEFORE, null);
        times("Created", InstanceFilter.CREATED_AFTER, InstanceFilter.CREATED_BEFORE, null);
        times(
                "Last changed",
                InstanceFilter.UPDATED_AFTER,
                InstanceFilter.UPDATED_BEFORE,
                IndexUse.NO_INDEX_OF_UPDATED + " Add another condition.");
        Fields.input(to, ListFilter.VALUE_NAME, "Promoted value", one(ListFilter.VALUE_NAME));
        Fields.input(to, ListFilter.VALUE_FROM, "is, or from", one(ListFilter.VALUE_FROM));
        Fields.input(to, ListFilter.VALUE_TO, "to", one(ListFilter.VALUE_TO));
        Fields.input(to, ListFilter.SORT, "Sort by created, updated, due or a promoted value", one(ListFilter.SORT));
        Fields.select(to, ListFilter.DESCENDING, "Largest first", List.of("yes"), yesOrNo(ListFilter.DESCENDING));
        to.element("button", "Show").close("form");
        to.open("datalist", "id", "moments");
        MOMENTS.forEach(moment -> to.open("option", "value", moment));
        to.close("datalist");
    }

    private String one(String name) {
        return given.find(name).orElse("");
    }

    /** A choice has one word for what an address may say in several; one that says both asks for any. */
    private String yesOrNo(String name) {
        Set<String> said = all(name).stream().map(FilterForm::yesOrNoOf).collect(Collectors.toSet());
        return said.size() == 1 ? said.iterator().next() : "";
    }

    private static String yesOrNoOf(String word) {
        return switch (word.strip().toLowerCase(Locale.ROOT)) {
            case "yes", "true" -> "yes";
            case "no", "false" -> "no";
            default -> "";
        };
    }

    /** What the address says, each in a field of its own; one empty field if it says nothing. */
    private List<String> all(String name) {
        List<String> values =
                given.all(name).stream().filter(value -> !value.isBlank()).toList();
        return values.isEmpty() ? List.of("") : values;
    }

    private void conditions() {
        to.open("div", "class", "whole");
        for (String condition : all(InstanceFilter.WHERE)) {
            to.open("label")
                    .text("Condition")
                    .open(
                            "input",
                            "name",
                            InstanceFilter.WHERE,
                            "value",
                            condition,
                            "placeholder",
                            EXAMPLE,
                            "autocomplete",
                            "off",
                            "autocapitalize",
                            "none",
                            "spellcheck",
                            "false")
                    .close("label");
        }
        to.open("details").element("summary", "What can be written in a condition");
        to.element(
                "p",
                "Compare a column by =, !=, <, <=, >, >=, in (a, b), between a and b, exists or missing, and join comparisons by"
                        + " and, or and parentheses. Columns are state, suspended, definition, host-type, holder, created, updated"
                        + " and due; every other name is a promoted value. Times are 2026-11-22T12:00:00Z, now, -1h or now+30m. A"
                        + " text with blanks stands in double quotes. The command line reads the same after --where.");
        to.close("details").close("div");
    }

    private void states() {
        to.open("fieldset").element("legend", "State");
        for (String state : STATES) {
            boolean chosen = given.all(InstanceFilter.STATE).stream()
                    .anyMatch(value -> value.strip().equalsIgnoreCase(state));
            to.open("label", "class", "check")
                    .open(
                            "input",
                            "type",
                            "checkbox",
                            "name",
                            InstanceFilter.STATE,
                            "value",
                            state,
                            "checked",
                            chosen ? "" : null)
                    .text(" " + state)
                    .close("label");
        }
        to.close("fieldset");
    }

    private void texts(String name, String label) {
        all(name).forEach(value -> Fields.input(to, name, label, value));
    }

    private void times(String legend, String after, String before, @Nullable String slow) {
        String reason = slow == null ? null : "slow-" + after;
        to.open("fieldset", "class", slow == null ? "times" : "times grey", "aria-describedby", reason);
        to.element("legend", legend);
        moment(after, "after");
        moment(before, "before");
        if (reason != null) {
            to.element("small", slow, "id", reason);
        }
        to.close("fieldset");
    }

    private void moment(String name, String label) {
        for (String moment : all(name)) {
            to.open("label")
                    .text(label)
                    .open(
                            "input",
                            "name",
                            name,
                            "value",
                            moment,
                            "list",
                            "moments",
                            "placeholder",
                            "-1h",
                            "autocomplete",
                            "off")
                    .close("label");
        }
    }
}
