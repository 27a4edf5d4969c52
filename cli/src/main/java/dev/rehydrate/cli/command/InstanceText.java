// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rehydrate.cli.terminal.Table;
import dev.rehydrate.host.InspectedInstance;
import dev.rehydrate.host.InspectedValue;
import dev.rehydrate.host.PostedMessage;
import dev.rehydrate.host.StoredInstance;
import dev.rehydrate.host.StoredTimer;
import dev.rehydrate.host.UnsentMessage;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.operations.diagnosis.Diagnosis;
import dev.rehydrate.operations.diagnosis.Evidence;
import dev.rehydrate.operations.diagnosis.Finding;
import dev.rehydrate.operations.diagnosis.Words;
import dev.rehydrate.recording.RecordedChange;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One instance as text for people: the findings first, then what is stored. */
final class InstanceText {

    private static final int LONGEST_SENTENCE = 4 * SafeText.LONGEST;
    private static final int LONGEST_VALUE = 20_000;

    private final Evidence evidence;
    private final InspectedInstance inspected;
    private final InstanceHeader header;

    InstanceText(Evidence evidence) {
        this.evidence = evidence;
        this.inspected = evidence.instance().inspected();
        this.header = inspected.header();
    }

    void print(PrintStream out) {
        out.println("Instance " + header.id());
        out.println();
        Diagnosis.of(evidence).findings().forEach(finding -> print(out, finding));
        facts(out);
        keys(out);
        values(out, "Values", inspected.data());
        timers(out);
        section(out, "Outbox", outbox(evidence.instance().outbox()));
        section(out, "Mailbox", mailbox(messages(evidence)));
        changes(out);
        values(out, "Metadata", inspected.metadata());
    }

    private void changes(PrintStream out) {
        List<RecordedChange> changes = evidence.changes();
        if (changes.isEmpty()) {
            return;
        }
        Table table = new Table(List.of("WHEN", "WHAT", "COMMAND", "REVISION", "BYTES", "OWNER"));
        changes.forEach(change -> table.row(
                change.at(),
                Words.events(change),
                Words.command(change),
                change.revision(),
                change.bytes(),
                evidence.owner(change.owner()).map(Words::owner).orElse("owner " + change.owner())));
        out.println();
        out.println("Last changes");
        table.print(out);
    }

    /** The cause in capitals, so that it can be searched for; then what is so, and what to do. */
    static void print(PrintStream out, Finding finding) {
        out.println((finding.cause().isTrouble() ? "! " : "  ") + finding.cause());
        out.println("    " + SafeText.line(finding.explanation(), LONGEST_SENTENCE));
        out.println("    " + SafeText.line(finding.remedy(), LONGEST_SENTENCE));
        out.println();
    }

    /** What waits for the instance: in its mailbox, or in itself if it is a mailbox. */
    static List<PostedMessage> messages(Evidence evidence) {
        List<PostedMessage> messages = new ArrayList<>(evidence.instance().messages());
        StoredInstance mailbox = evidence.mailbox();
        if (mailbox != null) {
            messages.addAll(mailbox.messages());
        }
        return messages;
    }

    private void facts(PrintStream out) {
        fact(out, "Status", Words.state(header));
        fact(out, "Holder", holder());
        fact(out, "Definition", header.definition());
        fact(out, "Host type", header.hostType());
        fact(
                out,
                "Suspended because",
                header.suspension() == null ? null : header.suspension().reason());
        fact(out, "Due", header.dueAt());
        fact(out, "Revision", header.revision());
        fact(out, "Fencing token", header.token());
        fact(out, "Created", header.createdAt());
        fact(out, "Updated", header.updatedAt());
        fact(out, "Expires", header.expiresAt());
        fact(out, "Read at", evidence.now());
    }

    private static void fact(PrintStream out, String name, @Nullable Object value) {
        out.println(String.format("  %-18s %s", name, value == null ? "–" : SafeText.line(value)));
    }

    private String holder() {
        OwnerId holder = header.holder();
        return holder == null
                ? "no owner"
                : evidence.owner(holder)
                        .map(owner -> Words.owner(owner) + ", " + Words.life(owner) + "; lease "
                                + Words.duration(owner.lease()))
                        .orElse("owner " + holder + ", expired; no record of it is left");
    }

    private void keys(PrintStream out) {
        section(
                out,
                "Keys",
                inspected.keys().stream()
                        .map(key -> key.key() + "  " + key.state().name().toLowerCase(Locale.ROOT) + ", "
                                + (header.id().isHomeOf(key.key()) ? "home key" : "further key")
                                + (key.text() == null ? "" : ": " + key.text()))
                        .toList());
    }

    private void timers(PrintStream out) {
        section(
                out,
                "Timers",
                evidence.instance().timers().stream().map(InstanceText::timer).toList());
    }

    private static String timer(StoredTimer timer) {
        return timer.name() + " → " + timer.operation() + " at " + timer.at() + ", failed " + timer.attempts()
                + " times";
    }

    private static List<String> outbox(List<UnsentMessage> messages) {
        return messages.stream()
                .map(message -> message.number() + " → " + message.destination()
                        + (message.isDead() ? ", dead letter" : "") + ", " + message.attempts() + " attempts, "
                        + message.at()
                        + message.problem().map(problem -> ", " + problem).orElse(""))
                .toList();
    }

    private static List<String> mailbox(List<PostedMessage> messages) {
        return messages.stream()
                .map(message -> message.id() + " → " + message.operation() + ", " + message.state() + ", posted "
                        + message.postedAt() + ", " + message.deliveries() + " deliveries"
                        + message.problem().map(problem -> ", " + problem).orElse(""))
                .toList();
    }

    private static void section(PrintStream out, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            out.println();
            out.println(title);
            lines.forEach(line -> out.println("  " + SafeText.line(line, LONGEST_SENTENCE)));
        }
    }

    private static void values(PrintStream out, String title, Map<String, InspectedValue> all) {
        if (all.isEmpty()) {
            return;
        }
        out.println();
        out.println(title);
        new TreeMap<>(all).forEach((name, value) -> {
            JsonNode json = value.json();
            String text = json == null ? "cannot be shown: " + value.problem() : json.toString();
            out.println("  " + SafeText.line(name) + " = " + SafeText.line(text, LONGEST_VALUE));
        });
    }
}
