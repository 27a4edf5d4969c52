// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.farm;

import com.hazelcast.cluster.Address;
import com.hazelcast.instance.impl.Node;
import com.hazelcast.internal.cluster.impl.ClusterServiceImpl;
import com.hazelcast.internal.cluster.impl.SplitBrainJoinMessage;
import com.hazelcast.internal.cluster.impl.TcpIpJoiner;
import com.hazelcast.internal.cluster.impl.operations.SplitBrainMergeValidationOp;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Merges back into a farm only if this member reaches each of the farm's members, because the members of a farm form a full
 * mesh: partitions migrate between any two of them, and each is a backup of each other one.
 *
 * <p>The engine's own joiner asks one member of the farm. If two members cannot reach each other and a third one reaches both,
 * the farm removes one of the two (partial disconnection), and the removed one comes back by way of the third at its next
 * look. Each time, migrations begin between the two, and their partitions answer nothing until the engine gives the lost
 * packets up (ADR 81).
 *
 * <p>A protected farm that has all its members is left alone too, until one leaves (ADR 264).
 */
public final class FullMeshJoiner extends TcpIpJoiner {

    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);
    private static final int CONNECT_MILLIS = 1_000;
    private static final long ANSWER_SECONDS = 5;

    private final Predicate<Address> reaches;
    private final NamedMembers named;

    /** With a {@code reaches} of one's own only in tests. */
    public FullMeshJoiner(Node node, Predicate<Address> reaches, NamedMembers named) {
        super(node);
        this.reaches = reaches;
        this.named = named;
    }

    /** Whether the network carries a handshake, which needs both directions, to this address. */
    public static boolean acceptsConnections(Address address) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address.getInetAddress(), address.getPort()), CONNECT_MILLIS);
            return true;
        } catch (IOException unreachable) {
            return false;
        }
    }

    @Override
    protected Collection<Address> getPossibleAddressesForInitialJoin() {
        return with(named.awaited());
    }

    /** The engine asks again at each search for a farm to merge into. */
    @Override
    protected Collection<Address> getPossibleAddresses() {
        return with(named.addresses());
    }

    private Collection<Address> with(Set<Address> lookedUp) {
        Set<Address> all = new HashSet<>(super.getPossibleAddresses());
        all.addAll(lookedUp);
        all.remove(node.getThisAddress());
        return all;
    }

    @Override
    protected void startClusterMerge(Address target, int memberListVersion) {
        Optional<String> obstacle = obstacle(target);
        if (obstacle.isEmpty()) {
            super.startClusterMerge(target, memberListVersion);
        } else {
            setTargetAddress(null);
            LOG.warn(
                    "this member does not merge into the farm at {} now and tries again later: {}",
                    AddressText.of(target),
                    obstacle.get());
        }
    }

    /**
     * Asks the target for its members, though it has just said that this member may merge, because the engine keeps that answer
     * to itself. A target that does not answer counts as unreachable.
     */
    private Optional<String> obstacle(Address target) {
        Future<SplitBrainJoinMessage> asked = node.getNodeEngine()
                .getOperationService()
                .createInvocationBuilder(
                        ClusterServiceImpl.SERVICE_NAME,
                        new SplitBrainMergeValidationOp(node.createSplitBrainJoinMessage()),
                        target)
                .setTryCount(1)
                .invoke();
        try {
            SplitBrainJoinMessage farm = asked.get(ANSWER_SECONDS, TimeUnit.SECONDS);
            return farm == null ? unreachable(List.of(target)) : obstacleIn(farm.getMemberAddresses());
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            return unreachable(List.of(target));
        } catch (ExecutionException | TimeoutException noAnswer) {
            return unreachable(List.of(target));
        }
    }

    private Optional<String> obstacleIn(Collection<Address> members) {
        return unreachable(members.stream().filter(reaches.negate()).toList())
                .or(() -> new FarmPlaces(node.getLocalMember()).refusal(members, node.getThisAddress()));
    }

    private static Optional<String> unreachable(List<Address> members) {
        return members.isEmpty()
                ? Optional.empty()
                : Optional.of("it cannot reach the member(s) at "
                        + members.stream().map(AddressText::of).toList());
    }
}
