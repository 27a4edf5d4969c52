// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptionsBuilder;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Starts a member or a client. A class of its own, because store-hazelcast may not be on the class path. */
final class HazelcastStart {

    private static final String ITEM = "  - ";

    private HazelcastStart() {}

    static InstanceStore open(RehydrateSettings settings, @Nullable ValueEncoding values, StoreOptions base) {
        return HazelcastInstanceStore.start(options(settings, values, base));
    }

    static HazelcastStoreOptions options(
            RehydrateSettings settings, @Nullable ValueEncoding values, StoreOptions base) {
        HazelcastStoreOptionsBuilder builder = HazelcastStoreOptions.given(settings.ofHazelcast(), settings::where)
                .common(base)
                // The context closes the store after the hosts and the web server; a hook would overtake it.
                .shutdownHook(false);
        HazelcastStoreOptionsBuilder encoded =
                values == null ? builder.codecs(StoreStart::json) : builder.values(values);
        HazelcastStoreOptions options;
        try {
            options = encoded.build();
        } catch (IllegalArgumentException unusable) {
            settings.requireUsable(problems(unusable));
            throw unusable;
        }
        settings.requireUsable(List.of());
        return options;
    }

    /** The options tell all their mistakes in one message, an item for each. */
    private static List<String> problems(IllegalArgumentException unusable) {
        return Objects.toString(unusable.getMessage(), "")
                .lines()
                .filter(line -> line.startsWith(ITEM))
                .map(line -> line.substring(ITEM.length()))
                .toList();
    }
}
