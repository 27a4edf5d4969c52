// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.store.hazelcast.drill.LifeEvent.Look;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Missed;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Seen;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Compares further keys with instances as both were shown last, whatever was acknowledged before: where commits were lost, each key must
 * still lead to the one instance that lists it.
 */
final class KeysInTheEnd {

    private static final String NOTHING = "";

    private final Map<String, String> leadsTo = new HashMap<>();
    private final Map<String, List<String>> listedBy = new TreeMap<>();
    private final Map<String, Seen> last = new TreeMap<>();

    private KeysInTheEnd(Collection<Event> history) {
        history.forEach(this::take);
        last.forEach((instance, seen) -> seen.keys().stream()
                .filter(key -> !key.contains("!"))
                .map(key -> key.substring(0, key.indexOf('=')))
                .forEach(key ->
                        listedBy.computeIfAbsent(key, none -> new ArrayList<>()).add(instance)));
    }

    /** {@return a sentence for each key that leads elsewhere, or nowhere, or belongs to two instances} */
    static List<String> astray(Collection<Event> history) {
        return new KeysInTheEnd(history).astray();
    }

    private void take(Event event) {
        if (event instanceof Seen seen) {
            take(seen.look(), seen);
        } else if (event instanceof Missed missed) {
            take(missed.look(), null);
        }
    }

    private void take(Look look, @Nullable Seen seen) {
        if (!look.key().isEmpty()) {
            leadsTo.put(look.key(), seen == null ? NOTHING : look.instance());
        } else if (seen == null) {
            last.remove(look.instance());
        } else {
            last.put(look.instance(), seen);
        }
    }

    private List<String> astray() {
        List<String> astray = new ArrayList<>();
        leadsTo.forEach((key, instance) -> {
            List<String> listing = listedBy.getOrDefault(key, List.of());
            if (!listing.equals(instance.equals(NOTHING) ? List.of() : List.of(instance))) {
                astray.add("key %s leads to [%s], and is listed by %s".formatted(key, instance, listing));
            }
        });
        return astray;
    }
}
