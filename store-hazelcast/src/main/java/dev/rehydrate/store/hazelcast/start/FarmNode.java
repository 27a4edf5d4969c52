// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.start;

import com.hazelcast.cluster.Address;
import com.hazelcast.cluster.Member;
import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.instance.impl.DefaultNodeContext;
import com.hazelcast.instance.impl.DefaultNodeExtension;
import com.hazelcast.instance.impl.Node;
import com.hazelcast.instance.impl.NodeExtension;
import com.hazelcast.internal.cluster.Joiner;
import com.hazelcast.internal.cluster.impl.JoinMessage;
import com.hazelcast.internal.cluster.impl.JoinRequest;
import com.hazelcast.internal.cluster.impl.TcpIpJoiner;
import com.hazelcast.internal.networking.ChannelInitializer;
import com.hazelcast.internal.server.ServerContext;
import com.hazelcast.logging.LogEvent;
import dev.rehydrate.store.hazelcast.farm.AddressText;
import dev.rehydrate.store.hazelcast.farm.FarmPlaces;
import dev.rehydrate.store.hazelcast.farm.FullMeshJoiner;
import dev.rehydrate.store.hazelcast.farm.NamedMembers;
import dev.rehydrate.store.hazelcast.farm.WaitingHandshake;
import dev.rehydrate.store.hazelcast.start.FarmSettings.Side;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A member of our own as the engine builds it. While it joins, it hears why others refuse it; afterwards it refuses those
 * that ask to join with other settings, before anything of theirs counts (ADR 75); and it merges only into a farm all of
 * whose members it reaches (ADR 81). Its connections wait for a silent member (ADR 311). The engine has no public way for any of this.
 */
public final class FarmNode extends DefaultNodeContext {

    /** How the engine says that a member belongs to a cluster of another name. */
    private static final Pattern OTHER_NAME =
            Pattern.compile("at node: (?:/|\\S*/)?\\[?([^\\]\\s]+?)\\]?:(\\d+) .*different cluster-name");

    /** How the engine says that what it compares itself differs, such as the number of partitions. */
    private static final Pattern OTHER_ENGINE =
            Pattern.compile("Configuration mismatch was detected: (.*?)(?: Node is going to shutdown.*)?$");

    private final Set<String> otherName = ConcurrentHashMap.newKeySet();
    private final List<String> errors = new CopyOnWriteArrayList<>();
    private final Predicate<Address> reaches;
    private final NamedMembers named;

    public FarmNode(NamedMembers named) {
        this(named, FullMeshJoiner::acceptsConnections);
    }

    /** For tests, which cannot cut the network. */
    public FarmNode(NamedMembers named, Predicate<Address> reaches) {
        this.named = named;
        this.reaches = reaches;
    }

    @Override
    public NodeExtension createNodeExtension(Node node) {
        node.loggingService.addLogListener(Level.WARNING, this::hear);
        return new RefusesOtherSettings(node);
    }

    @Override
    public Joiner createJoiner(Node node) {
        Joiner joiner = super.createJoiner(node);
        return joiner.getClass() == TcpIpJoiner.class ? new FullMeshJoiner(node, reaches, named) : joiner;
    }

    private void hear(LogEvent event) {
        String message = String.valueOf(event.getLogRecord().getMessage());
        Matcher refusal = OTHER_NAME.matcher(message);
        if (refusal.find()) {
            otherName.add(refusal.group(1) + ":" + refusal.group(2));
        }
        if (event.getLogRecord().getLevel().intValue() >= Level.SEVERE.intValue()) {
            hearError(message);
        }
    }

    private void hearError(String message) {
        int refusal = Stream.of(FarmSettings.DIFFER, FarmSettings.NO_STORE, FarmPlaces.NO_PLACE)
                .mapToInt(message::indexOf)
                .max()
                .orElse(-1);
        Matcher mismatch = OTHER_ENGINE.matcher(message);
        if (refusal >= 0) {
            errors.add(message.substring(refusal));
        } else if (mismatch.find()) {
            // "null" stands for what is not set.
            errors.add("the engine has another configuration than in the farm, where null is its default: "
                    + mismatch.group(1));
        }
    }

    /** Why this member was refused, if another one has said so. */
    Optional<String> refusal() {
        return errors.stream().findFirst();
    }

    /** Whether the member at an address said that its cluster has another name. */
    boolean hasOtherName(String address) {
        return otherName.contains(address);
    }

    private static final class RefusesOtherSettings extends DefaultNodeExtension {

        RefusesOtherSettings(Node node) {
            super(node);
        }

        @Override
        public Function<EndpointQualifier, ChannelInitializer> createChannelInitializerFn(ServerContext context) {
            return super.createChannelInitializerFn(context)
                    .andThen(engine -> WaitingHandshake.insteadOf(engine, context));
        }

        @Override
        public void validateJoinRequest(JoinMessage asked) {
            super.validateJoinRequest(asked);
            if (asked instanceof JoinRequest request) {
                Side joining = new Side(AddressText.of(request.getAddress()), request.getAttributes());
                FarmSettings.difference(joining, Side.of(node.getLocalMember()))
                        .or(() -> FarmSettings.notPrepared(joining, request.isLiteMember()))
                        .or(() -> noPlaceFor(request))
                        .ifPresent(refusal -> {
                            // The engine logs the message as a warning here, sends it to the other member and has that
                            // one end.
                            throw new IllegalStateException(refusal);
                        });
            }
        }

        private Optional<String> noPlaceFor(JoinRequest request) {
            List<Address> present = node.getClusterService().getMembers().stream()
                    .filter(member -> !member.getUuid().equals(request.getUuid()))
                    .map(Member::getAddress)
                    .filter(this::isConnected)
                    .toList();
            return new FarmPlaces(node.getLocalMember()).refusal(present, request.getAddress());
        }

        /** One that has died without a word is a member until the farm gives it up, and another one may take its place. */
        private boolean isConnected(Address address) {
            return address.equals(node.getThisAddress())
                    || node.getServer()
                                    .getConnectionManager(EndpointQualifier.MEMBER)
                                    .get(address)
                            != null;
        }
    }
}
