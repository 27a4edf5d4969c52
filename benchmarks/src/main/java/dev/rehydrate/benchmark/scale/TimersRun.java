// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.scale;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.benchmark.option.Settings;
import dev.rehydrate.benchmark.report.Results;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import java.util.List;
import java.util.UUID;

/** Timers that are due at one moment, on one member. */
public final class TimersRun {

    private TimersRun() {}

    public static void run(Results results) {
        ValueEncoding values = ValueEncoding.with(JacksonCodec.builder().build());
        HazelcastStoreOptions options =
                HazelcastStoreOptions.builder().values(values).build();
        Config config = Settings.member("bench-" + UUID.randomUUID(), List.of());
        HazelcastInstance member = Hazelcast.newHazelcastInstance(config);
        try (InstanceStore store = HazelcastInstanceStore.open(member, options);
                TimerStorm storm = new TimerStorm(store, "timers")) {
            storm.measure(results);
        } finally {
            member.getLifecycleService().terminate();
        }
    }
}
