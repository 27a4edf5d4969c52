// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console.page;

import dev.rehydrate.console.web.Html;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pieces that several pages have. */
final class Fields {

    private Fields() {}

    /** A text field with its label. */
    static void input(Html to, String name, String label, @Nullable String value) {
        to.open("label")
                .text(label)
                .open("input", "name", name, "value", value == null ? " " : value, "autocomplete", "off");
        to.close("label");
    }

    /** A choice with its label. */
    static void select(Html to, String name, String label, List<String> options, @Nullable String chosen) {
        to.open("label").text(label).open("select", "name", name);
        to.element("option", "any", "value", " ");
        for (String option : options) {
            to.element("option", option, "value", option, "selected", option.equals(chosen) ? "" : null);
        }
        to.close("select").close("label");
    }

    /** One row of a list of facts. */
    static void fact(Html to, String name, @Nullable Object value) {
        to.element("dt", name).element("dd", value == null ? "–" : value);
    }
}
