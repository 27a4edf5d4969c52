// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.play;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.sample.client.Answer;
import dev.rehydrate.sample.farm.Deed;
import dev.rehydrate.sample.story.Life;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One life of a document as it was played: what its client has seen, and what the hosts said of it. */
final class Played {

    private final Life life;
    private final Map<String, Integer> servedBy = new TreeMap<>();
    private final List<Seen> seen = new ArrayList<>();
    private String key = "";
    private String instance = "";
    private @Nullable String entityTag;
    private @Nullable String formerEntityTag;
    private int rehydrated;
    private int dehydrated;
    private int conflicts;
    private long sent;
    private long stored;

    Played(Life life) {
        this.life = life;
    }

    /**
     * The document as a node showed it in the end.
     *
     * @param node which node
     * @param document what it showed
     */
    record Seen(String node, JsonNode document) {}

    /** Takes in an answer with what the hosts did for it. */
    void answered(Answer answer, List<Deed> deeds) {
        servedBy.merge(answer.node(), 1, Integer::sum);
        sent += answer.traffic().sent();
        conflicts += answer.status() == 412 ? 1 : 0;
        if (answer.isDone()) {
            key = answer.header("X-Rehydrate-Key");
            instance = answer.header("X-Rehydrate-Instance");
            sawEntityTag(answer.entityTag());
        }
        for (Deed deed : deeds) {
            rehydrated += deed.kind() == Kind.REHYDRATED ? 1 : 0;
            dehydrated += deed.kind() == Kind.DEHYDRATED ? 1 : 0;
            stored = Math.max(stored, deed.bytes().orElse(0));
        }
    }

    private void sawEntityTag(String tag) {
        if (!tag.equals(entityTag)) {
            formerEntityTag = entityTag;
            entityTag = tag;
        }
    }

    void seen(Answer answer) {
        seen.add(new Seen(answer.node(), answer.json()));
    }

    Life life() {
        return life;
    }

    List<Seen> seen() {
        return List.copyOf(seen);
    }

    /** The ETag of the latest state, or null before there is any. */
    @Nullable
    String entityTag() {
        return entityTag;
    }

    /** The ETag of the state before, for an author who has missed the last change. */
    @Nullable
    String formerEntityTag() {
        return formerEntityTag;
    }

    String key() {
        return key;
    }

    String instance() {
        return instance;
    }

    int servedBy(String node) {
        return servedBy.getOrDefault(node, 0);
    }

    int requests() {
        return servedBy.values().stream().mapToInt(Integer::intValue).sum();
    }

    int rehydrated() {
        return rehydrated;
    }

    int dehydrated() {
        return dehydrated;
    }

    int conflicts() {
        return conflicts;
    }

    long sent() {
        return sent;
    }

    long stored() {
        return stored;
    }
}
