// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import dev.rehydrate.settings.ChosenOptions;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions.Mode;
import dev.rehydrate.store.hazelcast.farm.AddressText;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** How many members a farm has, as far as the addresses that a member is told say so. No name is looked up. */
final class FarmCount {

    /** As many ports as the engine tries, from the first one on. */
    private static final int PORTS = 100;

    private FarmCount() {}

    /** Counts hosts that are given without a port, and every address with a port on another host; and this member itself. */
    static int of(ChosenOptions chosen) {
        List<String> members = chosen.get(StoreSettings.MEMBERS);
        Set<String> hosts =
                members.stream().filter(member -> !AddressText.hasPort(member)).collect(Collectors.toSet());
        long others = members.stream()
                .filter(AddressText::hasPort)
                .filter(member -> !hosts.contains(AddressText.host(member)))
                .distinct()
                .count();
        int counted = hosts.size() + (int) others;
        boolean itself = chosen.get(StoreSettings.MODE) == Mode.MEMBER && isNotAmong(members, chosen);
        return Math.max(1, counted + (itself ? 1 : 0));
    }

    /** Certain only if all are numbers: which of several names is that of this machine is not known. */
    private static boolean isNotAmong(List<String> members, ChosenOptions chosen) {
        String own = chosen.get(StoreSettings.BIND_ADDRESS);
        int first = chosen.get(StoreSettings.PORT);
        return members.stream().allMatch(member -> {
            boolean sameHost = AddressText.host(member).equals(own);
            return AddressText.isNumeric(member) && !(sameHost && mayBeOwn(member, first));
        });
    }

    private static boolean mayBeOwn(String member, int first) {
        if (!AddressText.hasPort(member)) {
            return true;
        }
        int port = AddressText.port(member);
        return first != 0 && port >= first && port < first + PORTS;
    }
}
