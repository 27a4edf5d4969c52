// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rehydrate.instance.ValueBag;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The messages that an instance gets at some time.
 *
 * @param entries one for each name
 */
public record Timers(List<Timer> entries) implements StatePart {

    static final String NAME = "rehydrate.timers";

    /** No timers. */
    public static final Timers NONE = new Timers(List.of());

    /** Copies the list. */
    public Timers {
        entries = List.copyOf(entries);
    }

    /**
     * Sets a timer, in place of the one that has its name.
     *
     * @param timer the timer
     * @return the timers with it
     */
    public Timers with(Timer timer) {
        List<Timer> all = new ArrayList<>(without(timer.name()).entries());
        all.add(timer);
        return new Timers(all);
    }

    /**
     * Removes a timer, if there is one.
     *
     * @param name its name
     * @return the timers without it
     */
    public Timers without(String name) {
        return new Timers(
                entries.stream().filter(timer -> !timer.name().equals(name)).toList());
    }

    /**
     * Finds a timer as it was set, and not another of the same name that was set to another time since.
     *
     * @param name its name
     * @param at when it is due
     * @return the timer, or empty
     */
    public Optional<Timer> find(String name, Instant at) {
        return entries.stream()
                .filter(timer -> timer.name().equals(name) && timer.at().equals(at))
                .findFirst();
    }

    /**
     * Returns the timers that are due, the oldest first.
     *
     * @param now the time
     * @return the timers
     */
    public List<Timer> due(Instant now) {
        return entries.stream()
                .filter(timer -> !timer.at().isAfter(now))
                .sorted(Comparator.comparing(Timer::at))
                .toList();
    }

    /**
     * Removes a timer that was done, or sets it to its next time.
     *
     * @param done the timer
     * @param now the time
     * @return the timers
     */
    public Timers done(Timer done, Instant now) {
        return done.every() == null ? without(done.name()) : with(done.again(now));
    }

    /**
     * Sets a timer whose turn has failed to a later time.
     *
     * @param failed the timer
     * @param until the time
     * @return the timers
     */
    public Timers postponed(Timer failed, Instant until) {
        return with(failed.postponed(until));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<Instant> dueAt() {
        return entries.stream().map(Timer::at).min(Comparator.naturalOrder());
    }

    @Override
    public Map<String, Payload> payloads() {
        return entries.stream()
                .collect(Collectors.toUnmodifiableMap(timer -> payloadName(timer.name()), Timer::payload));
    }

    private static String payloadName(String timer) {
        return NAME + "." + timer;
    }

    @Override
    public @Nullable JsonNode content() {
        if (entries.isEmpty()) {
            return null;
        }
        ObjectNode stored = Json.object();
        ArrayNode list = stored.putArray("entries");
        entries.forEach(timer -> write(timer, list.addObject()));
        return stored;
    }

    private static void write(Timer timer, ObjectNode to) {
        Duration every = timer.every();
        to.put("name", timer.name());
        to.put("operation", timer.operation());
        to.put("at", timer.at().toString());
        to.put("every", every == null ? null : every.toString());
        to.put("attempts", timer.attempts());
    }

    static Timers of(ValueBag metadata) {
        JsonNode stored = Json.find(metadata, NAME);
        return stored == null ? NONE : new Timers(Json.list(stored, "entries", entry -> read(entry, metadata)));
    }

    private static Timer read(JsonNode entry, ValueBag metadata) {
        String name = entry.path("name").asText();
        String every = Json.textOrNull(entry, "every");
        return new Timer(
                name,
                entry.path("operation").asText(),
                Instant.parse(entry.path("at").asText()),
                every == null ? null : Duration.parse(every),
                entry.path("attempts").asInt(),
                Payload.in(metadata, payloadName(name)));
    }
}
