// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.diagnosis;

import dev.rehydrate.host.PostedMessage;
import dev.rehydrate.host.StoredInstance;
import dev.rehydrate.host.StoredTimer;
import dev.rehydrate.host.UnsentMessage;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.operations.diagnosis.Finding.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Looks at what the instance has to do: timers, outbox and mailbox. */
final class WorkChecks {

    /** A host that lives takes what is due within a second or two. */
    private static final Duration OVERDUE = Duration.ofSeconds(10);

    private final Evidence evidence;
    private final InstanceHeader header;

    WorkChecks(Evidence evidence) {
        this.evidence = evidence;
        this.header = evidence.instance().inspected().header();
    }

    void addTo(List<Finding> found) {
        timers(found);
        outbox(found);
        mailbox(found);
        overdue(found);
    }

    private void timers(List<Finding> found) {
        Set<String> operations = evidence.operations();
        if (operations == null) {
            return;
        }
        for (StoredTimer timer : evidence.instance().timers()) {
            if (!operations.contains(timer.operation())) {
                found.add(new Finding(
                        Cause.UNKNOWN_TIMER_OPERATION,
                        "The timer '" + timer.name() + "' is due at " + timer.at() + " and names the operation '"
                                + timer.operation() + "', which the definition " + header.definition()
                                + " of this release does not have.",
                        "Deploy a release whose definition has the operation, or one that upgrades the instance; until"
                                + " then hosts leave it alone."));
            }
        }
    }

    private void outbox(List<Finding> found) {
        for (UnsentMessage message : evidence.instance().outbox()) {
            String which = "Message " + message.number() + " to '" + message.destination() + "'";
            String why = message.problem().map(problem -> ": " + problem).orElse("");
            if (message.isDead()) {
                found.add(
                        new Finding(
                                Cause.DEAD_LETTER,
                                which + " is a dead letter after " + message.attempts() + " attempts" + why + ".",
                                "Repair the receiver, then redrive the message; or discard it if it must not be sent any more."));
            } else if (message.attempts() > 0) {
                found.add(new Finding(
                        Cause.OUTBOX_RETRYING,
                        which + " was not taken " + message.attempts() + " times, and those behind it wait" + why + ".",
                        "It is tried again at " + message.at() + "; repair the receiver."));
            }
        }
    }

    private void mailbox(List<Finding> found) {
        StoredInstance mailbox = evidence.mailbox();
        List<PostedMessage> messages = new ArrayList<>(evidence.instance().messages());
        if (mailbox != null) {
            messages.addAll(mailbox.messages());
        }
        messages.stream()
                .filter(message -> message.state() == PostedMessage.State.DEAD)
                .forEach(message -> found.add(dead(message)));
        List<PostedMessage> waiting = messages.stream()
                .filter(message -> message.state() != PostedMessage.State.DEAD)
                .toList();
        if (!waiting.isEmpty()) {
            found.add(waiting(waiting));
        }
    }

    private static Finding dead(PostedMessage message) {
        return new Finding(
                Cause.MAILBOX_DEAD_LETTER,
                "The posted message '" + message.id() + "' for operation '" + message.operation()
                        + "' is a dead letter after " + message.deliveries() + " deliveries"
                        + message.problem().map(problem -> ": " + problem).orElse("") + ".",
                "Repair the cause, then redrive the message; or discard it.");
    }

    private static Finding waiting(List<PostedMessage> waiting) {
        PostedMessage head = waiting.get(0);
        String since = ", the first since " + head.postedAt() + " (" + head.state() + ", operation '" + head.operation()
                + "', taken " + head.deliveries() + " times"
                + head.problem().map(problem -> ", last problem: " + problem).orElse("") + ").";
        return new Finding(
                Cause.MAILBOX_WAITING,
                waiting.size() + (waiting.size() == 1 ? " message waits" : " messages wait") + " in the mailbox"
                        + since,
                head.state() == PostedMessage.State.AWAITING
                        ? "It is delivered when its instance begins; send the message that begins it."
                        : "Messages are delivered when the instance can run and a host of its type lives: remove what"
                                + " keeps it from running; the next attempt is at " + head.at() + ".");
    }

    private void overdue(List<Finding> found) {
        Instant due = header.dueAt();
        boolean mayRun = header.suspension() == null && header.holder() == null;
        if (due != null && mayRun && due.plus(OVERDUE).isBefore(evidence.now())) {
            found.add(new Finding(
                    Cause.OVERDUE,
                    "The instance is due since " + due + ", for "
                            + Words.duration(Duration.between(due, evidence.now()))
                            + ", and no host has taken it.",
                    "Look whether a host of type '" + header.hostType()
                            + "' lives and is not full; its log names the instances that it leaves to others."));
        }
    }
}
