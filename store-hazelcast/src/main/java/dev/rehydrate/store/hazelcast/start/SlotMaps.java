// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.start;

import com.hazelcast.config.EvictionConfig;
import com.hazelcast.config.EvictionPolicy;
import com.hazelcast.config.InMemoryFormat;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MaxSizePolicy;
import com.hazelcast.config.MergePolicyConfig;
import com.hazelcast.spi.merge.DiscardMergePolicy;
import dev.rehydrate.store.hazelcast.Durability;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.hazelcast.behind.MarksAreVoid;
import dev.rehydrate.store.hazelcast.cache.LatestCopyWins;
import dev.rehydrate.store.hazelcast.majority.LatestSlotWins;
import dev.rehydrate.store.hazelcast.stored.MapNames;

/** How slots and owners are kept. */
final class SlotMaps {

    private static final int MERGE_BATCH = 100;
    private static final int COPIES_PERCENT = 25;

    private SlotMaps() {}

    static MapConfig slots(HazelcastStoreOptions options) {
        return common(MapNames.SLOTS, options).setReadBackupData(true);
    }

    static MapConfig owners(HazelcastStoreOptions options) {
        return common(MapNames.OWNERS, options);
    }

    /** Which stores sweep. Who cannot read it sweeps nothing, which a minority need not. */
    static MapConfig sweepers() {
        return new MapConfig(MapNames.SWEEPERS).setStatisticsEnabled(false);
    }

    /**
     * Marks at partitions whose data were lost. A minority that was cut off takes partitions for lost that the others have:
     * its marks are not merged.
     */
    static MapConfig lost(HazelcastStoreOptions options) {
        return marks(MapNames.LOST, options, DiscardMergePolicy.class);
    }

    /** Until when changes are in a database. */
    static MapConfig written(HazelcastStoreOptions options) {
        return marks(MapNames.WRITTEN, options, MarksAreVoid.class);
    }

    private static MapConfig marks(String name, HazelcastStoreOptions options, Class<?> merge) {
        return new MapConfig(name)
                .setBackupCount(options.backupCount())
                .setStatisticsEnabled(false)
                .setInMemoryFormat(InMemoryFormat.OBJECT)
                .setMergePolicyConfig(new MergePolicyConfig(merge.getName(), MERGE_BATCH));
    }

    /**
     * Copies of what is in a database, which may be lost: no sender waits for a backup, and the least used go when they take too much of
     * the heap. As bytes, because the engine knows how much heap these take.
     */
    static MapConfig copies(HazelcastStoreOptions options) {
        return new MapConfig(MapNames.COPIES + "*")
                .setBackupCount(0)
                .setAsyncBackupCount(Math.min(1, options.backupCount()))
                .setStatisticsEnabled(false)
                .setInMemoryFormat(InMemoryFormat.BINARY)
                .setEvictionConfig(new EvictionConfig()
                        .setEvictionPolicy(EvictionPolicy.LRU)
                        .setMaxSizePolicy(MaxSizePolicy.USED_HEAP_PERCENTAGE)
                        .setSize(COPIES_PERCENT))
                .setMergePolicyConfig(new MergePolicyConfig(LatestCopyWins.class.getName(), MERGE_BATCH));
    }

    private static MapConfig common(String name, HazelcastStoreOptions options) {
        MapConfig map = new MapConfig(name)
                .setBackupCount(options.backupCount())
                .setAsyncBackupCount(0)
                .setStatisticsEnabled(false)
                // Operations touch headers: as objects they cost the same whatever the payload.
                .setInMemoryFormat(InMemoryFormat.OBJECT)
                .setMergePolicyConfig(new MergePolicyConfig(merge(options).getName(), MERGE_BATCH));
        return options.durability() == Durability.PROTECTED ? map.setSplitBrainProtectionName(MapNames.MAJORITY) : map;
    }

    /** A protected farm does not leave it to the engine to merge (ADR 65). */
    private static Class<?> merge(HazelcastStoreOptions options) {
        return options.durability() == Durability.PROTECTED ? DiscardMergePolicy.class : LatestSlotWins.class;
    }
}
