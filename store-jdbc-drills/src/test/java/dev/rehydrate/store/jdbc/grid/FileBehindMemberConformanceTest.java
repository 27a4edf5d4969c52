// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.store.hazelcast.BehindMember;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import dev.rehydrate.tck.InstanceStoreConformance;
import dev.rehydrate.tck.StoreFixture;
import org.junit.jupiter.api.AfterAll;

/** The kit on a member in front of a file that is written behind it. */
final class FileBehindMemberConformanceTest extends InstanceStoreConformance {

    private static final HikariDataSource DATABASE = Pools.of(Pools.newFile(), "");
    private static final BehindMember MEMBER =
            BehindMember.start(JdbcStoreOptions.of(DATABASE).allowingNotDurable());

    @Override
    protected StoreFixture newFixture() {
        return new BehindFixture(MEMBER, DATABASE);
    }

    @AfterAll
    static void stop() {
        MEMBER.close();
        DATABASE.close();
    }
}
