// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console.page;

import dev.rehydrate.console.web.Html;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.operations.diagnosis.Evidence;
import dev.rehydrate.operations.diagnosis.Words;
import dev.rehydrate.recording.ChangeEvent;
import dev.rehydrate.recording.RecordedChange;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The last changes of an instance: a bar for each in a picture, and the same in a table for those who cannot see it. The picture is
 * drawn here; colours come from the style sheet, and a letter under each bar says the same without colour.
 */
final class Timeline {

    /** More are not drawn and not listed; an instance may keep 255. */
    private static final int MOST = 32;

    private static final int STEP = 20;
    private static final int BAR = 16;
    private static final int TALL = 60;
    private static final int LETTERS = 14;

    /** The event that says most of a change, first. */
    private static final List<ChangeEvent> TELLING = List.of(
            ChangeEvent.FAILED,
            ChangeEvent.SUSPENDED,
            ChangeEvent.ADOPTED,
            ChangeEvent.COMPLETED,
            ChangeEvent.CREATED,
            ChangeEvent.RESUMED,
            ChangeEvent.SAVED,
            ChangeEvent.RELEASED,
            ChangeEvent.HELD);

    private final List<RecordedChange> all;
    private final List<RecordedChange> changes;
    private final Map<OwnerId, String> owners = new HashMap<>();

    Timeline(Evidence evidence) {
        all = evidence.changes();
        changes = all.subList(Math.max(0, all.size() - MOST), all.size());
        changes.forEach(change -> owners.computeIfAbsent(
                change.owner(), id -> evidence.owner(id).map(Words::owner).orElse("owner " + id)));
    }

    /** Writes nothing if nothing was recorded. */
    void show(Html to) {
        if (!changes.isEmpty()) {
            to.element("h2", "Last changes");
            to.open(
                    "div",
                    "class",
                    "wide",
                    "tabindex",
                    "0",
                    "role",
                    "group",
                    "aria-label",
                    "Timeline of the last changes");
            picture(to);
            to.close("div");
            table(to);
        }
    }

    private void picture(Html to) {
        String box = "0 0 " + changes.size() * STEP + " " + (TALL + LETTERS);
        to.open(
                "svg",
                "class",
                "timeline",
                "viewBox",
                box,
                "width",
                String.valueOf(changes.size() * STEP),
                "height",
                String.valueOf(TALL + LETTERS),
                "role",
                "img",
                "aria-labelledby",
                "changes-title changes-text");
        to.element("title", "The last " + changes.size() + " changes", "id", "changes-title");
        to.element("desc", description(), "id", "changes-text");
        long largest = changes.stream().mapToLong(RecordedChange::bytes).max().orElse(0);
        for (int i = 0; i < changes.size(); i++) {
            bar(to, i, changes.get(i), largest);
        }
        to.close("svg");
    }

    private String description() {
        RecordedChange first = changes.get(0);
        RecordedChange last = changes.get(changes.size() - 1);
        return "From the left, the oldest first, within " + Words.duration(Duration.between(first.at(), last.at()))
                + ". The height of a bar is the bytes of the values after the change; the letter under it is the first letter of"
                + " what happened, as in the table below.";
    }

    private void bar(Html to, int place, RecordedChange change, long largest) {
        ChangeEvent event = telling(change);
        int height = largest == 0 ? 2 : 2 + (int) ((TALL - 2) * change.bytes() / largest);
        int left = place * STEP + (STEP - BAR) / 2;
        String word = event == null ? "other" : event.name().toLowerCase(Locale.ROOT);
        to.open("g", "class", word);
        to.element("title", change.at() + " " + Words.events(change) + ", " + owners.get(change.owner()));
        to.open(
                        "rect",
                        "x",
                        String.valueOf(left),
                        "y",
                        String.valueOf(TALL - height),
                        "width",
                        String.valueOf(BAR),
                        "height",
                        String.valueOf(height))
                .close("rect");
        to.element(
                "text",
                word.substring(0, 1).toUpperCase(Locale.ROOT),
                "x",
                String.valueOf(left + BAR / 2),
                "y",
                String.valueOf(TALL + LETTERS - 2));
        to.close("g");
    }

    private static @Nullable ChangeEvent telling(RecordedChange change) {
        return TELLING.stream().filter(change.events()::contains).findFirst().orElse(null);
    }

    private void table(Html to) {
        to.open("div", "class", "wide", "tabindex", "0", "role", "group", "aria-label", "Table of the last changes");
        to.open("table");
        String earlier =
                all.size() > changes.size() ? "; " + (all.size() - changes.size()) + " earlier ones are kept" : "";
        to.element("caption", "The last " + changes.size() + " changes, the oldest first" + earlier);
        to.open("tr");
        Stream.of("When", "What", "Command", "Revision", "Bytes", "Owner")
                .forEach(head -> to.element("th", head, "scope", "col"));
        to.close("tr");
        for (RecordedChange change : changes) {
            to.open("tr");
            to.element("td", change.at()).element("td", Words.events(change)).element("td", Words.command(change));
            to.element("td", change.revision()).element("td", change.bytes());
            to.element("td", owners.get(change.owner())).close("tr");
        }
        to.close("table").close("div");
    }
}
