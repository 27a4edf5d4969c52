// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.DefinitionVersion;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.SafeText;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A posted message.
 *
 * @param number its place among those of its mailbox
 * @param head what was posted
 * @param progress what became of it so far
 * @param payload the message itself
 */
public record QueuedMessage(long number, Head head, Progress progress, Payload payload) {

    /** Checks that nothing is missing. */
    public QueuedMessage {
        Objects.requireNonNull(head, "head");
        Objects.requireNonNull(progress, "progress");
        Objects.requireNonNull(payload, "payload");
    }

    /**
     * What stays as it was posted.
     *
     * @param id what names the message for its sender
     * @param definition the definition that takes it
     * @param operation the name of its operation
     * @param target the instance, or null if the message says which
     * @param creates whether it can begin its instance
     * @param awaits until when it waits for its instance to begin, or null if it does not
     * @param postedAt when it was posted
     */
    public record Head(
            String id,
            DefinitionIdentity definition,
            String operation,
            @Nullable InstanceId target,
            boolean creates,
            @Nullable Instant awaits,
            Instant postedAt) {

        /** Checks that nothing is missing. */
        public Head {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(definition, "definition");
            Objects.requireNonNull(operation, "operation");
            Objects.requireNonNull(postedAt, "postedAt");
        }
    }

    /**
     * What changes.
     *
     * @param state what it is waiting for
     * @param at until when
     * @param deliveries how often it was taken
     * @param problem why it was not delivered the last time, or null
     */
    public record Progress(
            QueuedMessageState state,
            Instant at,
            int deliveries,
            @Nullable String problem) {

        /** Checks that nothing is missing, and makes the problem safe to print. */
        public Progress {
            Objects.requireNonNull(state, "state");
            Objects.requireNonNull(at, "at");
            problem = problem == null ? null : SafeText.line(problem);
        }
    }

    /** {@return what names the message for its sender} */
    public String id() {
        return head.id();
    }

    /** {@return how often it was taken} */
    public int deliveries() {
        return progress.deliveries();
    }

    boolean is(QueuedMessageState state) {
        return progress.state() == state;
    }

    /** Whether its time has come. One that was posted without delay has no time: the clocks of two hosts may differ. */
    boolean isVisible(Instant now) {
        return is(QueuedMessageState.POSTED) || !progress.at().isAfter(now);
    }

    /** Whether the messages behind it do not wait for it yet. */
    boolean isDelayed(Instant now) {
        return is(QueuedMessageState.DELAYED) && !isVisible(now);
    }

    /**
     * The same, taken by a host.
     *
     * @param until for how long no other host takes it
     * @return the message
     */
    public QueuedMessage locked(Instant until) {
        return with(new Progress(QueuedMessageState.LOCKED, until, deliveries() + 1, progress.problem()));
    }

    /**
     * The same, to be tried again.
     *
     * @param at not before
     * @param why what happened, or null to keep what is known
     * @return the message
     */
    public QueuedMessage returned(Instant at, @Nullable String why) {
        return with(
                new Progress(QueuedMessageState.RETURNED, at, deliveries(), why == null ? progress.problem() : why));
    }

    /**
     * The same, given back by a host that could not even try.
     *
     * @param at not before
     * @param why what is missing
     * @return the message
     */
    public QueuedMessage postponed(Instant at, String why) {
        return with(new Progress(QueuedMessageState.RETURNED, at, deliveries() - 1, why));
    }

    /**
     * The same, waiting for its instance to begin.
     *
     * @param at when to look for it again
     * @return the message
     */
    public QueuedMessage awaiting(Instant at) {
        return with(new Progress(QueuedMessageState.AWAITING, at, Math.max(0, deliveries() - 1), null));
    }

    /** The same, still waiting for its instance, which may have begun. */
    QueuedMessage wanted(Instant now) {
        return with(new Progress(QueuedMessageState.AWAITING, now, deliveries(), null));
    }

    /**
     * The same as a dead letter.
     *
     * @param now the time
     * @param why why it is not tried again
     * @return the message
     */
    public QueuedMessage dead(Instant now, String why) {
        return with(new Progress(QueuedMessageState.DEAD, now, deliveries(), why));
    }

    /**
     * The same, redriven in its place.
     *
     * @param now the time
     * @return the message
     */
    public QueuedMessage redriven(Instant now) {
        return with(new Progress(QueuedMessageState.RETURNED, now, 0, progress.problem()));
    }

    private QueuedMessage with(Progress other) {
        return new QueuedMessage(number, head, other, payload);
    }

    void writeTo(ObjectNode to) {
        InstanceId target = head.target();
        Instant awaits = head.awaits();
        to.put("n", number);
        to.put("id", head.id());
        to.put("definition", head.definition().name());
        to.put("version", head.definition().version().toString());
        to.put("scope", head.definition().scope());
        to.put("operation", head.operation());
        to.put("target", target == null ? null : target.toString());
        to.put("creates", head.creates());
        to.put("awaits", awaits == null ? null : awaits.toString());
        to.put("posted", head.postedAt().toString());
        to.put("state", progress.state().name());
        to.put("at", progress.at().toString());
        to.put("deliveries", progress.deliveries());
        to.put("problem", progress.problem());
    }

    static QueuedMessage read(JsonNode from, Payload payload) {
        String target = Json.textOrNull(from, "target");
        String awaits = Json.textOrNull(from, "awaits");
        Head head = new Head(
                from.path("id").asText(),
                new DefinitionIdentity(
                        from.path("definition").asText(),
                        DefinitionVersion.parse(from.path("version").asText()),
                        Json.textOrNull(from, "scope")),
                from.path("operation").asText(),
                target == null ? null : InstanceId.parse(target),
                from.path("creates").asBoolean(),
                awaits == null ? null : Instant.parse(awaits),
                Instant.parse(from.path("posted").asText()));
        Progress progress = new Progress(
                QueuedMessageState.valueOf(from.path("state").asText()),
                Instant.parse(from.path("at").asText()),
                from.path("deliveries").asInt(),
                Json.textOrNull(from, "problem"));
        return new QueuedMessage(from.path("n").asLong(), head, progress, payload);
    }
}
