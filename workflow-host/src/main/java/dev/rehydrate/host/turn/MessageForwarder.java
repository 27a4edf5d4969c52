// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.turn;

import dev.rehydrate.engine.Placement;
import dev.rehydrate.host.CallOptions;
import dev.rehydrate.host.CallOutcome;
import dev.rehydrate.host.MessageRouter;
import dev.rehydrate.host.lane.Lanes;
import dev.rehydrate.host.owner.StoreAccess;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.SafeText;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Forwards messages to the host beside the member that stores their instance, if the application has a router. */
public final class MessageForwarder {

    private static final Logger LOG = LoggerFactory.getLogger(MessageForwarder.class);

    private final Lanes lanes;
    private final StoreAccess store;
    private final @Nullable MessageRouter router;

    public MessageForwarder(Lanes lanes, StoreAccess store, @Nullable MessageRouter router) {
        this.lanes = lanes;
        this.store = store;
        this.router = router;
    }

    public <M, R> Optional<CompletableFuture<CallOutcome<R>>> elsewhere(Call<?, M, R> call, CallOptions options) {
        MessageRouter routing = router;
        if (routing == null || options.isHere() || !call.isAddressed()) {
            return Optional.empty();
        }
        InstanceId address = call.address(lanes::addressOf);
        if (lanes.hasInMemory(address)) {
            return Optional.empty();
        }
        return store.store()
                .placementOf(address)
                .filter(place -> !place.here())
                .map(Placement::member)
                .flatMap(member -> Optional.ofNullable(brought(routing, member, call, options)));
    }

    /** A router that throws, or returns null, has not forwarded the message: this host works on it. */
    private static <M, R> @Nullable CompletableFuture<CallOutcome<R>> brought(
            MessageRouter router, String member, Call<?, M, R> call, CallOptions options) {
        try {
            return router.route(member, call.operation(), call.message(), options)
                    .orElse(null);
        } catch (RuntimeException | Error broken) {
            LOG.warn("the router failed, the message is worked on here: member={}", member, SafeText.failure(broken));
            return null;
        }
    }
}
