// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console.page;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.console.web.ConsoleResponse;
import dev.rehydrate.console.web.Html;
import dev.rehydrate.console.web.Parameters;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.operations.action.Action;
import dev.rehydrate.operations.action.ActionReport;
import dev.rehydrate.operations.action.InstanceActions;
import dev.rehydrate.operations.reading.QueryTexts;
import dev.rehydrate.operations.reading.StoreReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Asks before an action, takes a reason, and says afterwards what became of it, for one instance and for many. */
public final class ActionPages {

    /** So many instances of a dry run are acted on at once, at most. */
    public static final int MOST = 200;

    private static final String ACTION = "action";
    private static final String FOLLOWING = "following";

    private static final String NO_REASON =
            "An action needs a reason: it goes into the audit log. Nothing was changed.";

    private final StoreReader reader;
    private final InstanceActions actions;
    private final Frame frame;

    /**
     * Makes the pages.
     *
     * @param reader reads the store
     * @param actions carries actions out
     * @param frame what is around the pages
     */
    public ActionPages(StoreReader reader, InstanceActions actions, Frame frame) {
        this.reader = reader;
        this.actions = actions;
        this.frame = frame;
    }

    /**
     * Asks whether an action shall be carried out on one instance.
     *
     * @param parameters the query, with {@code do} and {@code instance}
     * @return the page
     */
    public ConsoleResponse ask(Parameters parameters) {
        Action action = action(parameters, "do");
        InstanceId id = instance(parameters);
        Html content = new Html();
        content.element("p", action.effect());
        content.open("form", "method", "post", "action", frame.path("/action"), "class", "ask")
                .add(frame.key())
                .open("input", "type", "hidden", "name", "do", "value", action.word())
                .open("input", "type", "hidden", "name", "instance", "value", id.toString());
        reason(content);
        content.element("button", "Yes, " + action.word() + " this instance", "class", "final")
                .text(" ");
        content.link(frame.path("/instance/" + id), "No, go back").close("form");
        return frame.page(200, "Really " + action.word() + " " + id + "?", content);
    }

    private static void reason(Html to) {
        to.open("label")
                .text("Reason")
                .open("input", "name", "reason", "required", "", "maxlength", "500", "autocomplete", "off");
        to.close("label");
    }

    /**
     * Carries an action out on one instance.
     *
     * @param form the form, with {@code do}, {@code instance} and {@code reason}
     * @param actor who asks for it
     * @return the page that says what became of it
     */
    public ConsoleResponse perform(Parameters form, String actor) {
        Action action = action(form, "do");
        InstanceId id = instance(form);
        Optional<String> reason = form.find("reason");
        if (reason.isEmpty()) {
            return frame.sentence(400, "No reason", NO_REASON);
        }
        ActionReport report = actions.perform(action, id, reason.get(), actor);
        Html content = new Html();
        result(content, report);
        content.open("p")
                .link(frame.path("/instance/" + id), "Look at the instance")
                .close("p");
        return frame.page(status(report), "To " + action.word() + " " + id, content);
    }

    private static int status(ActionReport report) {
        return switch (report.result()) {
            case VERIFIED -> 200;
            case REFUSED -> 409;
            case NOT_VERIFIED, UNKNOWN -> 502;
        };
    }

    private static void result(Html to, ActionReport report) {
        boolean good = report.result() == ActionReport.Result.VERIFIED;
        to.open(
                "p",
                "class",
                good ? "finding" : "finding trouble",
                "data-result",
                report.result().name(),
                "role",
                "status");
        to.element("strong", words(report.result()))
                .text(" Answer: " + report.answer() + ". " + report.verified())
                .close("p");
    }

    private static String words(ActionReport.Result result) {
        return switch (result) {
            case VERIFIED -> "Done and verified.";
            case NOT_VERIFIED -> "Answered as done, but not verified.";
            case REFUSED -> "Refused.";
            case UNKNOWN -> "It is not known whether it was done.";
        };
    }

    /**
     * Shows what an action would do with all instances that a query finds, and changes nothing.
     *
     * @param parameters the query of a list, with {@code action}
     * @return the page, from which the action can be carried out on just these instances
     */
    public ConsoleResponse dryRun(Parameters parameters) {
        Action action = action(parameters, ACTION);
        InstanceQuery query = ListFilter.query(parameters, MOST, reader.now());
        InstancePage page = reader.list(query);
        List<InstanceId> chosen = new ArrayList<>();
        Html table = new Html().open("table").open("tbody");
        for (InstancePage.Entry entry : page.entries()) {
            Optional<String> objection = action.objection(entry.header());
            if (objection.isEmpty()) {
                chosen.add(entry.header().id());
            }
            table.open("tr")
                    .open("td")
                    .link(
                            frame.path("/instance/" + entry.header().id()),
                            entry.header().id())
                    .close("td")
                    .element("td", objection.map(why -> "left alone: " + why).orElse("would " + action.word()))
                    .close("tr");
        }
        table.close("tbody").close("table");
        Html content = new Html()
                .element(
                        "p",
                        "Nothing was changed. Of " + page.entries().size() + " instances on this page, " + chosen.size()
                                + " would change. " + action.effect());
        ListFilter.leftOut(parameters.with(ACTION, null), content);
        ListPage.gap(page, content);
        Optional<Parameters> following =
                query.following(page).map(InstanceQuery::after).map(last -> ListFilter.following(parameters, last));
        following.ifPresent(next -> goOn(action, next, content));
        if (!chosen.isEmpty()) {
            content.open("form", "method", "post", "action", frame.path("/bulk"), "class", "ask")
                    .add(frame.key())
                    .open("input", "type", "hidden", "name", ACTION, "value", action.word());
            following.ifPresent(
                    next -> content.open("input", "type", "hidden", "name", FOLLOWING, "value", next.query()));
            chosen.forEach(id -> content.open("input", "type", "hidden", "name", "instance", "value", id.toString()));
            reason(content);
            content.element("button", "Yes, " + action.word() + " these " + chosen.size(), "class", "final")
                    .close("form");
        }
        return frame.page(200, "Dry run: " + action.word(), content.add(table));
    }

    private void goOn(Action action, Parameters following, Html to) {
        to.open("p")
                .text("There are more than these. ")
                .link(
                        frame.path(
                                "/bulk?" + following.with(ACTION, action.word()).query()),
                        "Try to " + action.word() + " the next " + MOST + ", without changing anything")
                .close("p");
    }

    /**
     * Carries an action out on many instances, one after the other.
     *
     * @param form the form of a dry run
     * @param actor who asks for it
     * @return the page with an outcome for each instance
     */
    public ConsoleResponse performAll(Parameters form, String actor) {
        Action action = action(form, ACTION);
        // Read before anything is done, so that a mistake in it is told while nothing was changed.
        Optional<Parameters> following = form.find(FOLLOWING).flatMap(ListFilter::place);
        Optional<String> reason = form.find("reason");
        if (reason.isEmpty()) {
            return frame.sentence(400, "No reason", NO_REASON);
        }
        List<InstanceId> ids = form.all("instance").stream()
                .limit(MOST)
                .map(QueryTexts::instance)
                .toList();
        Html list = new Html();
        int verified = 0;
        for (InstanceId id : ids) {
            ActionReport report = actions.perform(action, id, reason.get(), actor);
            verified += report.result() == ActionReport.Result.VERIFIED ? 1 : 0;
            list.open("section")
                    .open("h2")
                    .link(frame.path("/instance/" + id), id)
                    .close("h2");
            result(list, report);
            list.close("section");
        }
        Html content =
                new Html().element("p", verified + " of " + ids.size() + " are done and verified.", "role", "status");
        following.ifPresent(next -> goOn(action, next, content));
        return frame.page(200, "To " + action.word() + " " + ids.size() + " instances", content.add(list));
    }

    private static Action action(Parameters parameters, String name) {
        String word = parameters.find(name).orElse("");
        return Action.of(word).orElseThrow(() -> new IllegalArgumentException("there is no action '" + word + "'"));
    }

    private static InstanceId instance(Parameters parameters) {
        return QueryTexts.instance(
                parameters.find("instance").orElseThrow(() -> new IllegalArgumentException("no instance is named")));
    }
}
