// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static dev.rehydrate.store.hazelcast.StoreSettings.BACKUP_COUNT;
import static dev.rehydrate.store.hazelcast.StoreSettings.BIND_ADDRESS;
import static dev.rehydrate.store.hazelcast.StoreSettings.CLUSTER_NAME;
import static dev.rehydrate.store.hazelcast.StoreSettings.DURABILITY;
import static dev.rehydrate.store.hazelcast.StoreSettings.FARM_SIZE;
import static dev.rehydrate.store.hazelcast.StoreSettings.LEASE;
import static dev.rehydrate.store.hazelcast.StoreSettings.MAX_BACKUPS;
import static dev.rehydrate.store.hazelcast.StoreSettings.MEMBERS;
import static dev.rehydrate.store.hazelcast.StoreSettings.MEMBERS_DNS;
import static dev.rehydrate.store.hazelcast.StoreSettings.MEMORY_RETENTION;
import static dev.rehydrate.store.hazelcast.StoreSettings.MODE;
import static dev.rehydrate.store.hazelcast.StoreSettings.PORT;

import dev.rehydrate.settings.ChosenOptions;
import dev.rehydrate.settings.ChosenOptions.Rule;
import dev.rehydrate.settings.Setting;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions.Mode;
import dev.rehydrate.store.hazelcast.farm.AddressText;
import dev.rehydrate.store.hazelcast.majority.ClusterQuorum;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Which settings do not go together, and why. */
final class OptionRules {

    private static final int SMALLEST_PROTECTED_FARM = 3;
    private static final int FEWEST_PROTECTED_BACKUPS = 2;

    /** The settings that say whom to join or to ask. */
    private static final List<Setting<List<String>>> WHOM = List.of(MEMBERS, MEMBERS_DNS);

    static final List<Rule> ALL = List.of(
            new Rule(List.of(DURABILITY, FARM_SIZE), OptionRules::aMajorityExists),
            new Rule(List.of(DURABILITY, BACKUP_COUNT), OptionRules::protectedMeansTwoBackups),
            new Rule(List.of(DURABILITY, BACKUP_COUNT, FARM_SIZE), OptionRules::everyMajorityHasACopy),
            new Rule(List.of(DURABILITY, BACKUP_COUNT, FARM_SIZE), OptionRules::backupsFindMembers),
            new Rule(List.of(DURABILITY, FARM_SIZE, MEMBERS_DNS), OptionRules::namesDoNotTellTheSize),
            new Rule(List.of(MODE, BIND_ADDRESS, MEMBERS, MEMBERS_DNS), OptionRules::membersCanReachEachOther),
            new Rule(List.of(MODE, MEMBERS, MEMBERS_DNS), OptionRules::aClientKnowsAMember),
            new Rule(
                    List.of(CLUSTER_NAME, MODE, BIND_ADDRESS, MEMBERS, MEMBERS_DNS),
                    OptionRules::farmsOnANetworkAreNamed),
            new Rule(List.of(PORT, MEMBERS, MEMBERS_DNS), OptionRules::portsAreKnown),
            new Rule(List.of(LEASE, MEMORY_RETENTION), OptionRules::memoriesOutliveLeases));

    private OptionRules() {}

    /** As many members as a majority can do without: they may have the copies that it needs. */
    static int largestMinority(int farmSize) {
        return farmSize - ClusterQuorum.majority(farmSize);
    }

    private static boolean isProtected(ChosenOptions chosen) {
        return chosen.get(DURABILITY) == Durability.PROTECTED;
    }

    private static Optional<String> when(boolean broken, String words) {
        return broken ? Optional.of(words) : Optional.empty();
    }

    private static Optional<String> aMajorityExists(ChosenOptions chosen) {
        return when(
                isProtected(chosen) && chosen.get(FARM_SIZE) < SMALLEST_PROTECTED_FARM,
                chosen.cite(DURABILITY) + " needs a farm of 3 members or more, not " + chosen.cite(FARM_SIZE)
                        + ": fewer have no majority once one is lost");
    }

    private static Optional<String> protectedMeansTwoBackups(ChosenOptions chosen) {
        return when(
                isProtected(chosen) && chosen.get(BACKUP_COUNT) < FEWEST_PROTECTED_BACKUPS,
                chosen.cite(DURABILITY) + " needs 2 backups or more, not " + chosen.cite(BACKUP_COUNT));
    }

    private static Optional<String> everyMajorityHasACopy(ChosenOptions chosen) {
        int minority = largestMinority(chosen.get(FARM_SIZE));
        return when(
                isProtected(chosen) && chosen.get(BACKUP_COUNT) < minority,
                chosen.cite(FARM_SIZE) + " needs " + minority + " backups or more, not "
                        + chosen.cite(BACKUP_COUNT)
                        + (minority > MAX_BACKUPS ? " (6 is the most there can be)" : "")
                        + ": cut off together, " + minority + " members may have every copy of an instance, and the"
                        + " majority would not find it");
    }

    private static Optional<String> backupsFindMembers(ChosenOptions chosen) {
        boolean sizeIsMeant = isProtected(chosen) || chosen.says(FARM_SIZE);
        return when(
                sizeIsMeant && chosen.says(BACKUP_COUNT) && chosen.get(BACKUP_COUNT) >= chosen.get(FARM_SIZE),
                chosen.cite(BACKUP_COUNT) + " needs a farm of "
                        + (chosen.get(BACKUP_COUNT) + 1) + " members or more, not "
                        + chosen.cite(FARM_SIZE) + ": each backup is on a member of its own");
    }

    private static Optional<String> namesDoNotTellTheSize(ChosenOptions chosen) {
        return when(
                isProtected(chosen) && !chosen.get(MEMBERS_DNS).isEmpty() && !chosen.says(FARM_SIZE),
                chosen.cite(DURABILITY) + " needs farm-size beside " + chosen.cite(MEMBERS_DNS)
                        + ": a name tells which members run, not how many there are in a whole farm");
    }

    private static Optional<String> membersCanReachEachOther(ChosenOptions chosen) {
        boolean listensHereOnly = AddressText.isLoopback(chosen.get(BIND_ADDRESS));
        String who = listensHereOnly ? " reaches this machine only" : " is not where 127.0.0.1 leads";
        return WHOM.stream()
                .filter(setting -> chosen.get(MODE) == Mode.MEMBER)
                .filter(setting -> chosen.get(setting).stream()
                        .anyMatch(member -> AddressText.isLoopback(member) != listensHereOnly))
                .findFirst()
                .map(setting ->
                        chosen.cite(BIND_ADDRESS) + who + ", so this member cannot join " + chosen.cite(setting));
    }

    private static Stream<String> told(ChosenOptions chosen) {
        return WHOM.stream().flatMap(setting -> chosen.get(setting).stream());
    }

    private static Optional<String> aClientKnowsAMember(ChosenOptions chosen) {
        return when(
                chosen.get(MODE) == Mode.CLIENT && told(chosen).findAny().isEmpty(),
                chosen.cite(MODE) + " needs at least one address in members, or a name in members-dns");
    }

    private static Optional<String> farmsOnANetworkAreNamed(ChosenOptions chosen) {
        boolean here = chosen.get(MODE) == Mode.MEMBER
                ? AddressText.isLoopback(chosen.get(BIND_ADDRESS))
                : told(chosen).allMatch(AddressText::isLoopback);
        return when(
                !here && !chosen.says(CLUSTER_NAME),
                "cluster-name must be said where members are on other machines, or two applications make one farm:"
                        + " give all members and clients of this one a name of its own, as in cluster-name=orders");
    }

    private static Optional<String> portsAreKnown(ChosenOptions chosen) {
        return WHOM.stream()
                .filter(setting -> chosen.get(PORT) == 0)
                .filter(setting -> !chosen.get(setting).stream().allMatch(AddressText::hasPort))
                .findFirst()
                .map(setting -> chosen.cite(PORT) + " takes any free port, so each of " + chosen.cite(setting)
                        + " must say its own");
    }

    private static Optional<String> memoriesOutliveLeases(ChosenOptions chosen) {
        return when(
                chosen.get(MEMORY_RETENTION).dividedBy(2).compareTo(chosen.get(LEASE)) < 0,
                chosen.cite(MEMORY_RETENTION) + " must be twice " + chosen.cite(LEASE)
                        + " or more: a host that stalls for a lease goes on as if nothing had happened");
    }
}
