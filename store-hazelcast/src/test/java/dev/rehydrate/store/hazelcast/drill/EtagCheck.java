// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.store.hazelcast.drill.Event.Sent;
import dev.rehydrate.store.hazelcast.drill.LifeHistory.Made;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/** An ETag of an instance names one content, for each reader on each member, and one command has made it. */
final class EtagCheck {

    private final LifeHistory lives;
    private final Collection<Sent> sent;
    private final BiConsumer<Flaw, String> blame;

    EtagCheck(LifeHistory lives, Collection<Sent> sent, BiConsumer<Flaw, String> blame) {
        this.lives = lives;
        this.sent = sent;
        this.blame = blame;
    }

    void judge() {
        Map<String, Set<String>> contents = new LinkedHashMap<>();
        lives.stamped()
                .forEach(one -> contents.computeIfAbsent(name(one.instance(), one.etag()), none -> new TreeSet<>())
                        .add(one.digest()));
        contents.forEach((etag, digests) -> blameIfSeveral(etag, "contents", digests));

        Map<String, Set<String>> makers = new LinkedHashMap<>();
        lives.made()
                .forEach(one ->
                        make(makers, one.change().instance(), one.change().entry(), one.mark()));
        sent.forEach(command -> lives.attempts()
                .acknowledgement(command.entry())
                .ifPresent(saved -> make(makers, command.instance(), command.entry(), saved.mark())));
        makers.forEach((etag, entries) -> blameIfSeveral(etag, "acknowledged changes", entries));
        judgeContents();
    }

    private static void make(Map<String, Set<String>> makers, String instance, String entry, Mark mark) {
        if (!mark.etag().isEmpty()) {
            makers.computeIfAbsent(name(instance, mark.etag()), none -> new TreeSet<>())
                    .add(entry);
        }
    }

    /** The state that an acknowledged change has made contains it. */
    private void judgeContents() {
        Map<String, String> makers = new HashMap<>();
        lives.made().stream()
                .filter(Made::stays)
                .forEach(one -> makers.put(
                        name(one.change().instance(), one.mark().etag()),
                        one.change().entry()));
        Set<String> wrong = new TreeSet<>();
        lives.seen().forEach(one -> {
            String etag = name(one.look().instance(), one.mark().etag());
            String maker = makers.get(etag);
            if (maker != null && !one.entries().contains(maker)) {
                wrong.add(etag + ": " + maker + " was told that it has made it, and a load shows it without");
            }
        });
        wrong.forEach(what -> blame.accept(Flaw.ETAG_TWICE, what));
    }

    private void blameIfSeveral(String etag, String of, Set<String> several) {
        if (several.size() > 1) {
            blame.accept(Flaw.ETAG_TWICE, "%s: %d %s: %s".formatted(etag, several.size(), of, several));
        }
    }

    private static String name(String instance, String etag) {
        return "instance " + instance + " ETag " + etag;
    }
}
