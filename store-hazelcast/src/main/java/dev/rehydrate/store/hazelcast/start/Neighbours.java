// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.start;

import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.hazelcast.farm.AddressText;
import dev.rehydrate.store.hazelcast.farm.NamedMembers;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds out why a member that was told of others has started alone. */
public final class Neighbours {

    /** Under this name a member that began alone keeps the reason, for its health check. */
    public static final String REASON = "dev.rehydrate.alone";

    private static final int PROBE_MILLIS = 300;

    private final HazelcastStoreOptions options;
    private final NamedMembers named;
    private final FarmNode node;
    private final String own;

    public Neighbours(HazelcastStoreOptions options, NamedMembers named, FarmNode node, HazelcastInstance member) {
        this.options = options;
        this.named = named;
        this.node = node;
        this.own = AddressText.of(member.getCluster().getLocalMember().getAddress());
    }

    /** Says of each address that this member was told whether it answered; empty if it was told of none but itself. */
    public Optional<String> reason() {
        Stream<String> expected = Stream.concat(
                        options.members().stream(),
                        named.addresses().stream().map(AddressText::of).sorted())
                .filter(entry -> !isOwn(entry))
                .distinct();
        String reason = Stream.concat(
                        expected.map(this::found),
                        named.unknown().stream().map(name -> "the name " + name + " has no address"))
                .collect(Collectors.joining(", "));
        return reason.isEmpty() ? Optional.empty() : Optional.of(reason);
    }

    /** Names do not tell how many members there are, nor whether this one is among them. */
    public static String text(int farmSize, String reason) {
        return "farm-size=" + farmSize + ", " + reason
                + (farmSize > 1
                        ? ""
                        : "; by that size none is missing, so health stays UP: say in farm-size how many there are");
    }

    private boolean isOwn(String entry) {
        return entry.equals(own) || (!AddressText.hasPort(entry) && own.startsWith(entry + ":"));
    }

    private String found(String entry) {
        List<String> addresses = OwnNetwork.addressesOf(entry, options.port());
        for (String address : addresses) {
            if (node.hasOtherName(address)) {
                return address + " belongs to a cluster of another name than '" + options.clusterName() + "'";
            }
        }
        for (String address : addresses) {
            if (answers(address)) {
                return address + " answered, but is no member of cluster '" + options.clusterName() + "'";
            }
        }
        return entry + " did not answer";
    }

    private static boolean answers(String address) {
        int colon = address.lastIndexOf(':');
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1))),
                    PROBE_MILLIS);
            return true;
        } catch (IOException | IllegalArgumentException noAnswer) {
            return false;
        }
    }
}
