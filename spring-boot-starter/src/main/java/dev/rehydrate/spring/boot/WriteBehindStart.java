// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot;

import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.hazelcast.WriteBehind;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Starts a member with write-behind. A class of its own, because it needs two stores on the class path. */
final class WriteBehindStart {

    private WriteBehindStart() {}

    static InstanceStore open(RehydrateSettings settings, HazelcastStoreOptions options, @Nullable DataSource source) {
        return WriteBehind.start(
                options, JdbcStart.options(settings, source), settings.get(StarterSettings.JDBC_WRITE_BEHIND_DELAY));
    }
}
