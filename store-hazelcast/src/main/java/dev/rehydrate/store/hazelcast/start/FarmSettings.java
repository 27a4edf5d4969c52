// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.start;

import com.hazelcast.cluster.Member;
import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.settings.OptionType;
import dev.rehydrate.settings.StoreWideSettings;
import dev.rehydrate.store.hazelcast.Durability;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions.AfterLoss;
import dev.rehydrate.store.hazelcast.farm.AddressText;
import dev.rehydrate.store.hazelcast.farm.FarmPlaces;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What must be the same in a whole farm, as attributes that members tell each other and clients. A member with another backup
 * count keeps fewer copies of what it owns; one with another durability answers without a majority; one that goes on after a
 * loss says of its part of what was lost that it was never there; one of another release may take the same bytes for something
 * else.
 */
public final class FarmSettings {

    /** With this begins every text that says what differs. */
    public static final String DIFFER = "settings and release must be the same in a whole farm: ";

    /** With this begins every text that refuses a member which was not prepared for slots. */
    static final String NO_STORE = "a member was not prepared for the instances of the farm: ";

    /** The attribute that is no setting: which release of this library a member has. */
    public static final String RELEASE = "rehydrate.release";

    /** What stands for the release of a member that has settings and says no release: one from before they were told. */
    private static final String EARLIER = "unknown";

    /** Members of other releases read these names: they stay as they are, also if a setting is given another name. */
    private static final String PREFIX = "rehydrate.";

    private static final String DURABILITY = PREFIX + "durability";
    private static final String BACKUP_COUNT = PREFIX + "backup-count";
    private static final String AFTER_LOSS = PREFIX + "after-loss";
    private static final String FARM_SIZE = FarmPlaces.FARM_SIZE;
    /** Not a setting of the farm: which database a member with write-behind has. */
    private static final String DATABASE = PREFIX + "database";

    /** May be another one for each member: what a farm loses with all of its members is that of the longest delay. */
    private static final String DELAY = PREFIX + "write-delay";

    /** Should be the same, and another one is not refused: it is changed member by member, and the shortest counts meanwhile. */
    private static final String MEMORY = PREFIX + "memory-retention";

    private static final List<String> COMPARED =
            List.of(RELEASE, DURABILITY, BACKUP_COUNT, AFTER_LOSS, FARM_SIZE, DATABASE);

    private FarmSettings() {}

    static void addTo(Config config, HazelcastStoreOptions options) {
        put(config, RELEASE, Release.OWN);
        put(config, DURABILITY, text(options.durability()));
        put(config, BACKUP_COUNT, String.valueOf(options.backupCount()));
        put(config, AFTER_LOSS, OptionType.oneOf(AfterLoss.class).format(options.afterLoss()));
        put(config, MEMORY, memory(options));
        if (options.durability() == Durability.PROTECTED) {
            // In memory mode the size is what health expects, and each member may know of more members than the one
            // before.
            put(config, FARM_SIZE, String.valueOf(options.farmSize()));
        }
    }

    /** Members that write to different databases would each keep a part of the farm. */
    public static void addDatabase(Config config, String identity) {
        put(config, DATABASE, identity);
    }

    /** How long a member with write-behind may have a change in memory only. */
    public static void addDelay(Config config, Duration delay) {
        put(config, DELAY, delay.toString());
    }

    /** Says which member that was there before this one writes behind with another delay; empty if none does. */
    public static Optional<String> otherDelay(HazelcastInstance member) {
        Side own = Side.of(member.getCluster().getLocalMember());
        return before(member)
                .flatMap(other -> otherDelay(own, Side.of(other)).stream())
                .findFirst();
    }

    static Optional<String> otherDelay(Side own, Side other) {
        return other(DELAY, own, other);
    }

    /** Says which member has another {@code memory-retention} than a member or client that has started; empty if none has. */
    static Optional<String> otherMemory(HazelcastInstance started, HazelcastStoreOptions options) {
        Side own = new Side("this process", Map.of(MEMORY, memory(options)));
        return started.getCluster().getMembers().stream()
                .flatMap(member -> other(MEMORY, own, Side.of(member)).stream())
                .findFirst();
    }

    private static String memory(HazelcastStoreOptions options) {
        return StoreWideSettings.MEMORY_RETENTION.type().format(options.store().memoryRetention());
    }

    private static Optional<String> other(String attribute, Side own, Side other) {
        return bothSay(attribute, own, other)
                ? Optional.of(cite(attribute, own) + " and " + cite(attribute, other))
                : Optional.empty();
    }

    public static String text(Durability durability) {
        return OptionType.oneOf(Durability.class).format(durability);
    }

    private static void put(Config config, String attribute, String value) {
        config.getMemberAttributeConfig().setAttribute(attribute, value);
    }

    /**
     * Some member or client, and what it says of itself.
     *
     * @param address where it is, for people
     * @param attributes what it says; a member that was not prepared for slots says nothing
     */
    record Side(String address, Map<String, String> attributes) {

        Side {
            attributes = new HashMap<>(attributes);
            if (attributes.containsKey(DURABILITY)) {
                attributes.putIfAbsent(RELEASE, EARLIER);
            }
        }

        static Side of(Member member) {
            return new Side(AddressText.of(member.getAddress()), member.getAttributes());
        }

        private static Side ofClient(Map<String, String> settings) {
            Map<String, String> attributes = new HashMap<>(settings);
            attributes.put(RELEASE, Release.OWN);
            return new Side("this client", attributes);
        }
    }

    /** Says what differs; empty if nothing does as far as both say. */
    static Optional<String> difference(Side own, Side other) {
        List<String> different = COMPARED.stream()
                .filter(attribute -> bothSay(attribute, own, other))
                .map(attribute -> cite(attribute, own) + " and " + cite(attribute, other))
                .toList();
        return different.isEmpty() ? Optional.empty() : Optional.of(DIFFER + String.join(", ", different));
    }

    private static boolean bothSay(String attribute, Side own, Side other) {
        String mine = own.attributes().get(attribute);
        String theirs = other.attributes().get(attribute);
        return mine != null && theirs != null && !mine.equals(theirs);
    }

    private static String cite(String attribute, Side side) {
        return attribute.substring(PREFIX.length()) + "=" + side.attributes().get(attribute) + " at " + side.address();
    }

    /**
     * Says why a member cannot keep its share of the instances: it runs without this library, or without the configuration that slots need.
     * It would own partitions, and could answer no command on what is in them. One without data owns none.
     *
     * @param coming the member, and what it says of itself
     * @param isLite whether it is one without data
     * @return empty if it was prepared, or owns nothing
     */
    static Optional<String> notPrepared(Side coming, boolean isLite) {
        return isLite || coming.attributes().containsKey(DURABILITY)
                ? Optional.empty()
                : Optional.of(NO_STORE + coming.address()
                        + "; start it by this library, call HazelcastInstanceStore.prepare on its configuration, or make it a lite"
                        + " member, which owns no partitions");
    }

    /** Says which of these members was not prepared for slots and owns partitions; empty if none. */
    public static Optional<String> notPrepared(Stream<Member> members) {
        return members.flatMap(member -> notPrepared(Side.of(member), member.isLiteMember()).stream())
                .findFirst();
    }

    /** Compares a member that runs with those that were there before it. */
    public static Optional<String> differenceOf(HazelcastInstance member) {
        Side own = Side.of(member.getCluster().getLocalMember());
        return firstDifference(own, before(member)).or(() -> notPrepared(before(member)));
    }

    private static Stream<Member> before(HazelcastInstance member) {
        return member.getCluster().getMembers().stream().takeWhile(other -> !other.localMember());
    }

    /** Compares a client that the application has started, of which only the release is known, with the members it sees. */
    public static Optional<String> differenceOfClient(HazelcastInstance client) {
        return firstDifference(Side.ofClient(Map.of()), client.getCluster().getMembers().stream());
    }

    /** Compares a client of ours, which was told a durability too, with the members it sees. */
    static Optional<String> differenceOfClient(HazelcastInstance client, HazelcastStoreOptions options) {
        return firstDifference(
                Side.ofClient(Map.of(DURABILITY, text(options.durability()))),
                client.getCluster().getMembers().stream());
    }

    private static Optional<String> firstDifference(Side own, Stream<Member> others) {
        return others.flatMap(other -> difference(own, Side.of(other)).stream()).findFirst();
    }
}
