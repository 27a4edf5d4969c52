// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.play;

import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.sample.client.Answer;
import dev.rehydrate.sample.farm.Deed;
import dev.rehydrate.sample.text.Amounts;
import dev.rehydrate.time.TimeSource;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Tells what happens, one line for each request. */
final class Timeline {

    private static final int LONG_ID = 12;
    private static final int SHOWN = 4;

    private static final String ROW = "%6s  %-4s  %-10s  %-17.17s  %-9s  %-9s  %-9s  %4s  %-29s  %8s  %8s  %6s";

    private final Consumer<String> out;
    private final TimeSource time;
    private final long startedAt;

    Timeline(Consumer<String> out, TimeSource time) {
        this.out = out;
        this.time = time;
        this.startedAt = time.nanoTime();
    }

    void begin() {
        out.accept(ROW.formatted(
                "at s",
                "node",
                "operation",
                "document",
                "key",
                "instance",
                "version",
                "http",
                "what the node did",
                "loaded",
                "sent",
                "ms"));
    }

    /** Something that no request has led to. */
    void note(String what) {
        out.accept("%6s  —  %s".formatted(Amounts.seconds(elapsed()), what));
    }

    /** One request about one document. */
    void tell(String operation, Played played, Answer answer, List<Deed> deeds) {
        OptionalLong loaded = deeds.stream()
                .map(Deed::bytes)
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong)
                .max();
        out.accept(ROW.formatted(
                Amounts.seconds(elapsed()),
                answer.node(),
                operation,
                SafeText.line(played.life().label()),
                shortened(played.key()),
                shortened(played.instance()),
                version(answer.entityTag()),
                answer.status(),
                words(answer, deeds),
                loaded.isPresent() ? Amounts.bytes(loaded.getAsLong()) : "",
                answer.traffic().sent() > 0 ? Amounts.bytes(answer.traffic().sent()) : "",
                Amounts.millis(answer.traffic().nanos())));
    }

    long elapsed() {
        return time.nanoTime() - startedAt;
    }

    private static String words(Answer answer, List<Deed> deeds) {
        String done = deeds.stream().map(deed -> word(deed.kind())).collect(Collectors.joining(", "));
        return answer.isDone()
                ? done
                : "refused: " + answer.json().path("type").asText().replaceFirst(".*:", "");
    }

    private static String word(Kind kind) {
        return kind == Kind.PERSISTED ? "saved" : kind.name().toLowerCase(Locale.ROOT);
    }

    /** Of the ETag the end of the life, and which change of it; not what made the change. */
    private static String version(String entityTag) {
        String revision = entityTag.replace("\"", "").replaceFirst("^([^-]*-[^-]*)-.*", "$1");
        int from = revision.indexOf('-') - SHOWN;
        return from <= 0 ? revision : "…" + revision.substring(from);
    }

    private static String shortened(String id) {
        return id.length() < LONG_ID ? id : id.substring(0, SHOWN) + "…" + id.substring(id.length() - SHOWN);
    }
}
