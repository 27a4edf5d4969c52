// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.play;

import dev.rehydrate.instance.SafeText;
import dev.rehydrate.sample.text.Amounts;
import java.util.function.Consumer;

/** What became of every document, one line for each of its lives. */
final class ClosingTable {

    private static final String ROW = "%-17.17s  %5s  %4s  %4s  %10s  %10s  %9s  %8s  %8s  %-9s  %s";

    private ClosingTable() {}

    static void header(Consumer<String> out) {
        out.accept(ROW.formatted(
                "document",
                "edits",
                "by A",
                "by B",
                "dehydrated",
                "rehydrated",
                "conflicts",
                "stored",
                "sent",
                "end",
                "check"));
    }

    static void row(Consumer<String> out, Played played, boolean ok) {
        out.accept(ROW.formatted(
                SafeText.line(played.life().label()),
                played.life().edits(),
                played.servedBy("A"),
                played.servedBy("B"),
                played.dehydrated(),
                played.rehydrated(),
                played.conflicts(),
                Amounts.bytes(played.stored()),
                Amounts.bytes(played.sent()),
                played.life().submitted() ? "submitted" : "open",
                ok ? "ok" : "DIFFERS"));
    }
}
