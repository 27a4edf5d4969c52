// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import com.hazelcast.cluster.Member;
import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.settings.Setting;
import dev.rehydrate.store.hazelcast.farm.AddressText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The settings that must be the same on all members, as attributes that members tell each other and clients. A member with
 * another backup count keeps fewer copies of what it owns; one with another durability answers without a majority.
 */
final class FarmSettings {

    /** With this begins every text that says that settings differ. */
    static final String DIFFER = "the settings of a farm must be the same everywhere: ";

    private static final String PREFIX = "rehydrate.";
    /** Not a setting of the farm: which database a member with write-behind has. */
    private static final String DATABASE = "database";

    private static final List<String> OF_MEMBERS = Stream.of(
                    StoreSettings.DURABILITY.name(),
                    StoreSettings.BACKUP_COUNT.name(),
                    StoreSettings.FARM_SIZE.name(),
                    DATABASE)
            .toList();

    private FarmSettings() {}

    static void addTo(Config config, HazelcastStoreOptions options) {
        boolean majorityOnly = options.durability() == Durability.PROTECTED;
        put(config, StoreSettings.DURABILITY, text(options.durability()));
        put(config, StoreSettings.BACKUP_COUNT, String.valueOf(options.backupCount()));
        if (majorityOnly) {
            // In memory mode the size is what health expects, and each member may know of more members than the one
            // before.
            put(config, StoreSettings.FARM_SIZE, String.valueOf(options.farmSize()));
        }
    }

    /** Members that write to different databases would each keep a part of the farm. */
    static void addDatabase(Config config, String identity) {
        config.getMemberAttributeConfig().setAttribute(PREFIX + DATABASE, identity);
    }

    static String text(Durability durability) {
        return StoreSettings.DURABILITY.type().format(durability);
    }

    private static void put(Config config, Setting<?> setting, String value) {
        config.getMemberAttributeConfig().setAttribute(PREFIX + setting.name(), value);
    }

    /**
     * Some member, and what it says of its settings.
     *
     * @param address where it is, for people
     * @param attributes what it says; a member that was not prepared for slots says nothing
     */
    record Side(String address, Map<String, String> attributes) {

        static Side of(Member member) {
            return new Side(AddressText.of(member.getAddress()), member.getAttributes());
        }
    }

    /** Says which settings differ, and that both must be made equal; empty if none does as far as both say. */
    static Optional<String> difference(Side own, Side other) {
        List<String> different = OF_MEMBERS.stream()
                .filter(name -> bothSay(PREFIX + name, own, other))
                .map(name -> cite(name, own) + " and " + cite(name, other))
                .toList();
        return different.isEmpty() ? Optional.empty() : Optional.of(DIFFER + String.join(", ", different));
    }

    private static boolean bothSay(String attribute, Side own, Side other) {
        String mine = own.attributes().get(attribute);
        String theirs = other.attributes().get(attribute);
        return mine != null && theirs != null && !mine.equals(theirs);
    }

    private static String cite(String name, Side side) {
        return name + "=" + side.attributes().get(PREFIX + name) + " at " + side.address();
    }

    /** Compares a member that runs with those that were there before it. */
    static Optional<String> differenceOf(HazelcastInstance member) {
        Side own = Side.of(member.getCluster().getLocalMember());
        return member.getCluster().getMembers().stream()
                .takeWhile(other -> !other.localMember())
                .flatMap(other -> difference(own, Side.of(other)).stream())
                .findFirst();
    }

    /** Compares the durability that a client of ours was told with that of the members it sees. */
    static Optional<String> differenceOf(HazelcastInstance client, HazelcastStoreOptions options) {
        Side own =
                new Side("this client", Map.of(PREFIX + StoreSettings.DURABILITY.name(), text(options.durability())));
        return client.getCluster().getMembers().stream()
                .flatMap(member -> difference(own, Side.of(member)).stream())
                .findFirst();
    }
}
