// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.hazelcast.behind.FarmFlush;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import dev.rehydrate.store.jdbc.SlotReplica;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.UUID;

/** A member that writes behind, without a store of its own. */
@SuppressWarnings("exports") // As WriteBehind.
public final class BehindMember implements AutoCloseable {

    private static final Duration DELAY = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final SlotReplica replica;
    private final HazelcastInstance member;

    private BehindMember(SlotReplica replica, HazelcastInstance member) {
        this.replica = replica;
        this.member = member;
    }

    /** Starts a member that is alone. */
    public static BehindMember start(JdbcStoreOptions database) {
        HazelcastStoreOptions options = HazelcastStoreOptions.builder()
                .clusterName("test-" + UUID.randomUUID())
                .durability(Durability.WRITE_BEHIND)
                .port(0)
                .build();
        SlotReplica replica = SlotReplica.open(database);
        HazelcastInstance member = WriteBehind.member(options, replica, new DatabaseArchive(replica), DELAY);
        WriteBehind.fill(member);
        return new BehindMember(replica, member);
    }

    public HazelcastInstance hazelcast() {
        return member;
    }

    public SlotReplica replica() {
        return replica;
    }

    public void flush() {
        new FarmFlush(member, TimeSource.system(), PATIENCE).await();
    }

    @Override
    public void close() {
        member.shutdown();
        replica.close();
    }
}
