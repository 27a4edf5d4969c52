// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.play;

import static dev.rehydrate.sample.text.Columns.number;
import static dev.rehydrate.sample.text.Columns.text;

import dev.rehydrate.sample.text.Amounts;
import dev.rehydrate.sample.text.Columns;
import java.util.List;
import java.util.function.Consumer;

/** What became of every document, one line for each of its lives. */
final class ClosingTable {

    private static final Columns COLUMNS = new Columns(List.of(
            text("document", 17),
            number("edits", 5),
            number("by A", 4),
            number("by B", 4),
            number("dehydrated", 10),
            number("rehydrated", 10),
            number("conflicts", 9),
            number("stored", 8),
            number("sent", 8),
            text("end", 9),
            text("check", 7)));

    private ClosingTable() {}

    static void header(Consumer<String> out) {
        out.accept(COLUMNS.header());
    }

    static void row(Consumer<String> out, Played played, boolean ok) {
        out.accept(COLUMNS.row(List.of(
                played.life().label(),
                String.valueOf(played.life().edits()),
                String.valueOf(played.servedBy("A")),
                String.valueOf(played.servedBy("B")),
                String.valueOf(played.dehydrated()),
                String.valueOf(played.rehydrated()),
                String.valueOf(played.conflicts()),
                Amounts.bytes(played.stored()),
                Amounts.bytes(played.sent()),
                played.life().submitted() ? "submitted" : "open",
                ok ? "ok" : "DIFFERS")));
    }
}
