// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console.page;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rehydrate.console.web.ConsoleResponse;
import dev.rehydrate.console.web.Html;
import dev.rehydrate.console.web.Parameters;
import dev.rehydrate.host.InspectedInstance;
import dev.rehydrate.host.InspectedValue;
import dev.rehydrate.host.StoredInstance;
import dev.rehydrate.host.StoredTimer;
import dev.rehydrate.host.UnsentMessage;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.operations.action.Action;
import dev.rehydrate.operations.diagnosis.Diagnosis;
import dev.rehydrate.operations.diagnosis.Evidence;
import dev.rehydrate.operations.diagnosis.Finding;
import dev.rehydrate.operations.diagnosis.Words;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** One instance on one page: why it does not move, what it is, what it has, and what can be done. */
public final class InstanceView {

    private static final int LONGEST_VALUE = 20_000;
    /** An instance may have thousands of keys, values or messages, and a page of all would be of no use. */
    private static final int MOST = 200;

    private final Frame frame;
    private final Evidence evidence;
    private final InspectedInstance inspected;
    private final InstanceHeader header;

    /**
     * Makes the page.
     *
     * @param frame what is around it
     * @param evidence what is known of the instance
     */
    public InstanceView(Frame frame, Evidence evidence) {
        this.frame = frame;
        this.evidence = evidence;
        this.inspected = evidence.instance().inspected();
        this.header = inspected.header();
    }

    /**
     * Shows the page.
     *
     * @param isPossible which actions can be carried out here
     * @return the page
     */
    public ConsoleResponse show(Predicate<Action> isPossible) {
        Html content = new Html();
        diagnosis(content);
        facts(content);
        actions(content, isPossible);
        keys(content);
        values(content, "Values", inspected.data());
        timers(content);
        outbox(content);
        mailbox(content);
        new Timeline(evidence).show(content);
        values(content, "Metadata", inspected.metadata());
        return frame.page(200, "Instance " + header.id(), content);
    }

    private void diagnosis(Html to) {
        for (Finding finding : Diagnosis.of(evidence).findings()) {
            boolean trouble = finding.cause().isTrouble();
            to.open(
                    "p",
                    "class",
                    trouble ? "finding trouble" : "finding",
                    "data-cause",
                    finding.cause().name());
            to.element("strong", finding.explanation())
                    .text(" ")
                    .text(finding.remedy())
                    .close("p");
        }
    }

    private void facts(Html to) {
        to.open("dl");
        Fields.fact(to, "State", Words.state(header));
        holder(to);
        Fields.fact(to, "Definition", header.definition());
        Fields.fact(to, "Host type", header.hostType());
        Fields.fact(
                to,
                "Suspended because",
                header.suspension() == null ? null : header.suspension().reason());
        Fields.fact(to, "Due", header.dueAt());
        Fields.fact(to, "Revision", header.revision());
        Fields.fact(to, "Fencing token", header.token());
        Fields.fact(to, "Created", header.createdAt());
        Fields.fact(to, "Updated", header.updatedAt());
        Fields.fact(to, "Expires", header.expiresAt());
        Fields.fact(to, "Read at", evidence.now());
        to.close("dl");
    }

    private void holder(Html to) {
        OwnerId holder = header.holder();
        if (holder == null) {
            Fields.fact(to, "Holder", "no owner");
            return;
        }
        Fields.fact(
                to,
                "Holder",
                evidence.owner(holder)
                        .map(owner -> Words.owner(owner) + ", " + Words.life(owner)
                                + "; last heartbeat seen " + Words.duration(owner.unmoved()) + " ago, lease "
                                + Words.duration(owner.lease()))
                        .orElse("owner " + holder + ", expired; no record of it is left"));
    }

    private void actions(Html to, Predicate<Action> isPossible) {
        if (!frame.writable()) {
            return;
        }
        to.open("nav", "class", "actions", "aria-label", "Actions");
        for (Action action : Action.values()) {
            if (isPossible.test(action)) {
                to.element(
                        "a",
                        action.word(),
                        "class",
                        action.isFinal() ? "button final" : "button",
                        "href",
                        frame.path("/action?do=" + action.word() + "&instance=" + header.id()));
            }
        }
        to.close("nav");
    }

    private void keys(Html to) {
        to.element("h2", "Keys");
        if (inspected.keys().isEmpty()) {
            to.element("p", "It has no keys.");
        }
        inspected.keys().stream()
                .limit(MOST)
                .forEach(key -> to.open("p")
                        .link(frame.path("/key/" + key.key()), key.key())
                        .text(" " + key.state().name().toLowerCase(java.util.Locale.ROOT) + ", "
                                + (header.id().isHomeOf(key.key()) ? "home key" : "further key")
                                + (key.text() == null ? "" : ": " + key.text()))
                        .close("p"));
        more(to, inspected.keys().size(), "keys");
    }

    private void values(Html to, String title, Map<String, InspectedValue> all) {
        to.element("h2", title);
        if (all.isEmpty()) {
            to.element("p", "None.");
        }
        new TreeMap<>(all).entrySet().stream().limit(MOST).forEach(each -> {
            String name = each.getKey();
            InspectedValue value = each.getValue();
            to.open("details", "open", title.equals("Values") ? "" : null)
                    .open("summary")
                    .element("code", name);
            to.text(" " + (value.description() == null ? "" : value.description()))
                    .close("summary");
            JsonNode json = value.json();
            if (json == null) {
                to.element("p", "It cannot be shown: " + value.problem(), "class", "finding trouble");
            } else {
                String text = json.toPrettyString();
                boolean cut = text.length() > LONGEST_VALUE;
                to.open("pre", "tabindex", "0")
                        .lines(cut ? text.substring(0, LONGEST_VALUE) + "\n…" : text)
                        .close("pre");
            }
            to.close("details");
        });
        more(to, all.size(), "values");
    }

    private void timers(Html to) {
        List<StoredTimer> timers = evidence.instance().timers();
        if (!timers.isEmpty()) {
            to.element("h2", "Timers").open("ul");
            timers.stream()
                    .limit(MOST)
                    .forEach(timer -> to.element(
                            "li",
                            timer.name() + " → " + timer.operation() + " at " + timer.at() + ", failed "
                                    + timer.attempts() + " times"));
            to.close("ul");
            more(to, timers.size(), "timers");
        }
    }

    private void outbox(Html to) {
        List<UnsentMessage> messages = evidence.instance().outbox();
        if (!messages.isEmpty()) {
            to.element("h2", "Outbox").open("ul");
            messages.stream()
                    .limit(MOST)
                    .forEach(message -> to.element(
                            "li",
                            message.number() + " → " + message.destination() + (message.isDead() ? ", dead letter" : "")
                                    + ", "
                                    + message.attempts() + " attempts, " + message.at()
                                    + message.problem()
                                            .map(problem -> ", " + problem)
                                            .orElse("")));
            to.close("ul");
            more(to, messages.size(), "messages");
        }
    }

    private void mailbox(Html to) {
        StoredInstance mailbox = evidence.mailbox();
        if (mailbox == null || mailbox.messages().isEmpty()) {
            return;
        }
        to.element("h2", "Mailbox").open("ul");
        mailbox.messages().stream()
                .limit(MOST)
                .forEach(message -> to.element(
                        "li",
                        message.id() + " → " + message.operation() + ", " + message.state() + ", posted "
                                + message.postedAt()
                                + ", " + message.deliveries() + " deliveries"
                                + message.problem()
                                        .map(problem -> ", " + problem)
                                        .orElse("")));
        to.close("ul");
        more(to, mailbox.messages().size(), "messages");
        to.open("p");
        String id = mailbox.inspected().header().id().toString();
        to.link(frame.path("/instance/" + Parameters.encoded(id)), "The mailbox as an instance")
                .close("p");
    }

    private void more(Html to, int size, String what) {
        if (size > MOST) {
            to.element(
                    "p",
                    (size - MOST) + " more " + what
                            + " are not shown here; the command line shows all: rehydrate instances show "
                            + header.id(),
                    "class",
                    "grey");
        }
    }
}
