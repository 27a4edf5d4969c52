// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.engine.Placement;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.SafeText;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Whether a message is better worked on elsewhere. */
final class Routing {

    private static final Logger LOG = LoggerFactory.getLogger(HostLog.NAME);

    private final HostCore core;
    private final @Nullable MessageRouter router;

    Routing(HostCore core, @Nullable MessageRouter router) {
        this.core = core;
        this.router = router;
    }

    <M, R> Optional<CompletableFuture<CallOutcome<R>>> elsewhere(Call<?, M, R> call, CallOptions options) {
        MessageRouter routing = router;
        if (routing == null || options.isHere() || !call.isAddressed()) {
            return Optional.empty();
        }
        InstanceId address = call.address(core.lanes());
        if (core.lanes().hasInMemory(address)) {
            return Optional.empty();
        }
        return core.store()
                .store()
                .placementOf(address)
                .filter(place -> !place.here())
                .map(Placement::member)
                .flatMap(member -> Optional.ofNullable(brought(routing, member, call, options)));
    }

    /** A router that throws, or gives nothing at all, has brought nothing anywhere. */
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
