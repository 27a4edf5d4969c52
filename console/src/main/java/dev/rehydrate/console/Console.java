// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console;

import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.console.access.Access;
import dev.rehydrate.console.page.ActionPages;
import dev.rehydrate.console.page.Frame;
import dev.rehydrate.console.page.InstanceView;
import dev.rehydrate.console.page.ListPage;
import dev.rehydrate.console.page.SmallPages;
import dev.rehydrate.console.web.ConsoleRequest;
import dev.rehydrate.console.web.ConsoleResponse;
import dev.rehydrate.console.web.Parameters;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.operations.action.InstanceActions;
import dev.rehydrate.operations.diagnosis.Diagnosis;
import dev.rehydrate.operations.reading.QueryTexts;
import dev.rehydrate.operations.reading.StoreReader;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreHealth;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A page for operators on one store. Any HTTP server can serve it: it turns a {@link ConsoleRequest} into a {@link
 * ConsoleResponse}. Without a token it only reads. Safe for use by many threads; a request blocks its thread while the store is
 * asked, for some seconds at most.
 */
public final class Console {

    private static final Logger LOG = LoggerFactory.getLogger(Console.class);
    private static final int NOT_FOUND = 404;
    private static final int FORBIDDEN = 403;
    private static final int BAD_REQUEST = 400;
    private static final int UNAVAILABLE = 503;
    private static final int FAILED = 500;

    private static final String CLOSED = "The store of this console is closed. Use a console on a store that is open.";

    private final String base;
    private final String name;
    private final Access access;
    private final InstanceStore store;
    private final StoreReader reader;
    private final InstanceActions actions;

    Console(ConsoleBuilder settings) {
        this.base = settings.base();
        this.name = settings.name();
        this.access = settings.access();
        this.store = settings.store();
        this.reader = new StoreReader(settings.store(), settings.host());
        this.actions = new InstanceActions(settings.store(), settings.host());
    }

    /**
     * Begins to set up a console.
     *
     * @param store the store to look at; it is not closed with the console
     * @return a builder with all defaults: read-only, without host, for requests to localhost
     */
    public static ConsoleBuilder of(InstanceStore store) {
        return new ConsoleBuilder(Objects.requireNonNull(store, "store"));
    }

    /** {@return the path where this console is mounted, without a slash at its end} */
    public String base() {
        return base;
    }

    /**
     * Says why an instance does not move.
     *
     * @param id the instance
     * @return the diagnosis, or empty if there is no such instance
     * @throws InstanceStoreException if the store does not answer
     */
    public Optional<Diagnosis> diagnose(InstanceId id) {
        return reader.evidence(id).map(Diagnosis::of);
    }

    /**
     * Answers a request.
     *
     * @param request the request
     * @return the response; never a failure
     */
    public ConsoleResponse answer(ConsoleRequest request) {
        Frame frame = new Frame(
                base, name, access.canBeGiven(), access.formKey(request).orElse(null));
        try {
            if (!access.isForThisHost(request)) {
                return frame.sentence(
                        FORBIDDEN,
                        "Unknown host",
                        "This console does not answer under this host name; allow it by hosts(…).");
            }
            return switch (request.method()) {
                case "GET", "HEAD" -> show(request, frame);
                case "POST" -> change(request, frame);
                default ->
                    frame.sentence(405, "No such method", "The console takes GET and POST.")
                            .with("Allow", "GET, HEAD, POST");
            };
        } catch (IllegalArgumentException cannotBe) {
            return frame.sentence(BAD_REQUEST, "Cannot be read", SafeText.line(cannotBe.getMessage()));
        } catch (InstanceStoreException failure) {
            return frame.sentence(UNAVAILABLE, "The store", SafeText.line(failure.getMessage()));
        } catch (RuntimeException failure) {
            if (failure instanceof IllegalStateException && isClosed()) {
                return frame.sentence(UNAVAILABLE, "The store", CLOSED);
            }
            LOG.error(
                    "a page of the console failed: path={}", SafeText.line(request.path()), SafeText.failure(failure));
            return frame.sentence(FAILED, "Failed", "The page could not be made; the log of this process says why.");
        }
    }

    /** A store that is closed says at once that it is down; one that is open has to ask first. */
    private boolean isClosed() {
        return Optional.ofNullable(store.health().getNow(null))
                .filter(health -> health.status() == StoreHealth.Status.DOWN)
                .isPresent();
    }

    private ConsoleResponse show(ConsoleRequest request, Frame frame) {
        Parameters parameters = request.parameters();
        String path = request.path();
        return switch (path) {
            case "", "/" -> ConsoleResponse.seeOther(base + "/instances");
            case "/instances" -> new ListPage(reader, frame, parameters).show();
            case "/owners" -> new SmallPages(reader, frame).owners();
            case "/find" -> new SmallPages(reader, frame).find(parameters);
            case "/login" -> new SmallPages(reader, frame).login(false);
            case "/action" -> asking(frame).ask(parameters);
            case "/bulk" -> asking(frame).dryRun(parameters);
            default -> named(path, frame);
        };
    }

    private ConsoleResponse named(String path, Frame frame) {
        if (path.startsWith("/instance/")) {
            InstanceId id = QueryTexts.instance(path.substring("/instance/".length()));
            return reader.evidence(id)
                    .map(evidence -> new InstanceView(frame, evidence).show(actions::isPossible))
                    .orElseGet(() -> frame.sentence(NOT_FOUND, "Instance " + id, "There is no instance with this id."));
        }
        if (path.startsWith("/key/")) {
            return new SmallPages(reader, frame).key(QueryTexts.key(path.substring("/key/".length())));
        }
        return Assets.find(path)
                .orElseGet(() -> frame.sentence(NOT_FOUND, "Not found", "The console has no page at this address."));
    }

    private ActionPages asking(Frame frame) {
        return new ActionPages(reader, actions, frame);
    }

    private ConsoleResponse change(ConsoleRequest request, Frame frame) {
        try {
            return change(request, request.form(), frame);
        } catch (IllegalArgumentException unreadable) {
            // A form is read as a whole before any of it is carried out.
            return frame.sentence(
                    BAD_REQUEST, "Cannot be read", "Nothing was changed: " + SafeText.line(unreadable.getMessage()));
        }
    }

    private ConsoleResponse change(ConsoleRequest request, Parameters form, Frame frame) {
        if (request.path().equals("/login")) {
            return login(request, form, frame);
        }
        if (!access.permits(request, form)) {
            return frame.sentence(
                    FORBIDDEN,
                    "Not permitted",
                    "Nothing was changed: this needs a session of this console. Log in with the token, and send the form again.");
        }
        String actor = Access.actor(request);
        return switch (request.path()) {
            case "/logout" -> {
                access.close(request);
                yield ConsoleResponse.seeOther(base + "/instances");
            }
            case "/action" -> asking(frame).perform(form, actor);
            case "/bulk" -> asking(frame).performAll(form, actor);
            default -> frame.sentence(NOT_FOUND, "Not found", "Nothing can be sent to this address.");
        };
    }

    private ConsoleResponse login(ConsoleRequest request, Parameters form, Frame frame) {
        Optional<String> session =
                access.isFromHere(request) ? access.open(form.find("token").orElse("")) : Optional.empty();
        return session.map(opened -> ConsoleResponse.seeOther(base + "/instances")
                        .with("Set-Cookie", access.cookie(request, opened)))
                .orElseGet(() -> new SmallPages(reader, frame).login(true));
    }
}
