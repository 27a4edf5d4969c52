// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import dev.rehydrate.store.hazelcast.HazelcastStoreOptions.Mode;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Which settings do not go together, and why. */
final class OptionRules {

    private static final int SMALLEST_PROTECTED_FARM = 3;
    private static final int FEWEST_PROTECTED_BACKUPS = 2;

    /**
     * Something that must hold.
     *
     * @param about the settings it looks at
     * @param check says what is wrong, for people, or nothing
     */
    private record Rule(List<Setting<?>> about, Function<ChosenOptions, Optional<String>> check) {}

    private static final List<Rule> ALL = List.of(
            new Rule(List.of(Setting.DURABILITY, Setting.FARM_SIZE), OptionRules::aMajorityExists),
            new Rule(List.of(Setting.DURABILITY, Setting.BACKUP_COUNT), OptionRules::protectedMeansTwoBackups),
            new Rule(
                    List.of(Setting.DURABILITY, Setting.BACKUP_COUNT, Setting.FARM_SIZE),
                    OptionRules::everyMajorityHasACopy),
            new Rule(
                    List.of(Setting.DURABILITY, Setting.BACKUP_COUNT, Setting.FARM_SIZE),
                    OptionRules::backupsFindMembers),
            new Rule(
                    List.of(Setting.MODE, Setting.BIND_ADDRESS, Setting.MEMBERS),
                    OptionRules::membersCanReachEachOther),
            new Rule(List.of(Setting.MODE, Setting.MEMBERS), OptionRules::aClientKnowsSomebody),
            new Rule(
                    List.of(Setting.CLUSTER_NAME, Setting.MODE, Setting.BIND_ADDRESS, Setting.MEMBERS),
                    OptionRules::farmsOnANetworkAreNamed),
            new Rule(List.of(Setting.PORT, Setting.MEMBERS), OptionRules::portsAreKnown),
            new Rule(List.of(Setting.LEASE, Setting.MEMORY_RETENTION), OptionRules::memoriesOutliveLeases));

    private OptionRules() {}

    static List<String> broken(ChosenOptions chosen) {
        return ALL.stream()
                .filter(rule -> chosen.areSound(rule.about()))
                .flatMap(rule -> rule.check().apply(chosen).stream())
                .toList();
    }

    static int majority(int farmSize) {
        return farmSize / 2 + 1;
    }

    /** As many members as a majority can do without: they may have the copies that it needs. */
    static int largestMinority(int farmSize) {
        return farmSize - majority(farmSize);
    }

    private static boolean isProtected(ChosenOptions chosen) {
        return chosen.get(Setting.DURABILITY) == Durability.PROTECTED;
    }

    private static Optional<String> when(boolean broken, String words) {
        return broken ? Optional.of(words) : Optional.empty();
    }

    private static Optional<String> aMajorityExists(ChosenOptions chosen) {
        return when(
                isProtected(chosen) && chosen.get(Setting.FARM_SIZE) < SMALLEST_PROTECTED_FARM,
                chosen.cite(Setting.DURABILITY) + " needs a farm of 3 members or more, not "
                        + chosen.cite(Setting.FARM_SIZE) + ": fewer have no majority once one is lost");
    }

    private static Optional<String> protectedMeansTwoBackups(ChosenOptions chosen) {
        return when(
                isProtected(chosen) && chosen.get(Setting.BACKUP_COUNT) < FEWEST_PROTECTED_BACKUPS,
                chosen.cite(Setting.DURABILITY) + " needs 2 backups or more, not " + chosen.cite(Setting.BACKUP_COUNT));
    }

    private static Optional<String> everyMajorityHasACopy(ChosenOptions chosen) {
        int minority = largestMinority(chosen.get(Setting.FARM_SIZE));
        return when(
                isProtected(chosen) && chosen.get(Setting.BACKUP_COUNT) < minority,
                chosen.cite(Setting.FARM_SIZE) + " needs " + minority + " backups or more, not "
                        + chosen.cite(Setting.BACKUP_COUNT)
                        + (minority > Setting.MAX_BACKUPS ? " (6 is the most there can be)" : "")
                        + ": cut off together, " + minority + " members may have every copy of an instance, and the"
                        + " majority would not find it");
    }

    private static Optional<String> backupsFindMembers(ChosenOptions chosen) {
        boolean sizeIsMeant = isProtected(chosen) || chosen.says(Setting.FARM_SIZE);
        return when(
                sizeIsMeant
                        && chosen.says(Setting.BACKUP_COUNT)
                        && chosen.get(Setting.BACKUP_COUNT) >= chosen.get(Setting.FARM_SIZE),
                chosen.cite(Setting.BACKUP_COUNT) + " needs a farm of "
                        + (chosen.get(Setting.BACKUP_COUNT) + 1) + " members or more, not "
                        + chosen.cite(Setting.FARM_SIZE) + ": each backup is on a member of its own");
    }

    private static Optional<String> membersCanReachEachOther(ChosenOptions chosen) {
        boolean listensHereOnly = AddressText.isLoopback(chosen.get(Setting.BIND_ADDRESS));
        boolean mixed = chosen.get(Setting.MEMBERS).stream()
                .anyMatch(member -> AddressText.isLoopback(member) != listensHereOnly);
        String who = listensHereOnly ? " reaches this machine only" : " is not where 127.0.0.1 leads";
        return when(
                mixed && chosen.get(Setting.MODE) == Mode.MEMBER,
                chosen.cite(Setting.BIND_ADDRESS) + who + ", so this member cannot join "
                        + chosen.cite(Setting.MEMBERS));
    }

    private static Optional<String> aClientKnowsSomebody(ChosenOptions chosen) {
        return when(
                chosen.get(Setting.MODE) == Mode.CLIENT
                        && chosen.get(Setting.MEMBERS).isEmpty(),
                chosen.cite(Setting.MODE) + " needs at least one address in members");
    }

    private static Optional<String> farmsOnANetworkAreNamed(ChosenOptions chosen) {
        boolean here = chosen.get(Setting.MODE) == Mode.MEMBER
                ? AddressText.isLoopback(chosen.get(Setting.BIND_ADDRESS))
                : chosen.get(Setting.MEMBERS).stream().allMatch(AddressText::isLoopback);
        return when(
                !here && !chosen.says(Setting.CLUSTER_NAME),
                "cluster-name must be said where members are on other machines, or two applications make one farm:"
                        + " give all members and clients of this one a name of its own, as in cluster-name=orders");
    }

    private static Optional<String> portsAreKnown(ChosenOptions chosen) {
        boolean guess = !chosen.get(Setting.MEMBERS).stream().allMatch(AddressText::hasPort);
        return when(
                guess && chosen.get(Setting.PORT) == 0,
                chosen.cite(Setting.PORT) + " takes any free port, so each of " + chosen.cite(Setting.MEMBERS)
                        + " must say its own");
    }

    private static Optional<String> memoriesOutliveLeases(ChosenOptions chosen) {
        return when(
                chosen.get(Setting.MEMORY_RETENTION).dividedBy(2).compareTo(chosen.get(Setting.LEASE)) < 0,
                chosen.cite(Setting.MEMORY_RETENTION) + " must be twice " + chosen.cite(Setting.LEASE)
                        + " or more: a host that stalls for a lease goes on as if nothing had happened");
    }
}
