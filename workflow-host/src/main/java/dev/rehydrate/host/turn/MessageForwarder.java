// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.turn;

import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.engine.Placement;
import dev.rehydrate.host.CallOptions;
import dev.rehydrate.host.CallOutcome;
import dev.rehydrate.host.MessageRouter;
import dev.rehydrate.host.async.Failures;
import dev.rehydrate.host.lane.Lanes;
import dev.rehydrate.host.owner.StoreAccess;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Forwards messages to the host beside the member that stores their instance, if the application has a router. */
public final class MessageForwarder {

    private static final Logger LOG = LoggerFactory.getLogger(MessageForwarder.class);

    /** The other host answers at a deadline of its own, which began when the message had come there. */
    private static final Duration GRACE = Duration.ofMillis(500);

    private final TimeSource time;
    private final Lanes lanes;
    private final StoreAccess store;
    private final @Nullable MessageRouter router;

    public MessageForwarder(CallContext context, @Nullable MessageRouter router) {
        this.time = context.settings().time();
        this.lanes = context.lanes();
        this.store = context.store();
        this.router = router;
    }

    /**
     * Forwards a message, if that is to be done.
     *
     * @return its answer, soon after the deadline at the latest; or empty if this host is to work on the message
     */
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
                .flatMap(member -> Optional.ofNullable(brought(routing, member, call, options))
                        .map(answer -> untilDeadline(call, member, answer)));
    }

    /** An answer that is lost on its way must not keep its caller for ever. */
    private <R> CompletableFuture<CallOutcome<R>> untilDeadline(
            Call<?, ?, R> call, String member, CompletableFuture<CallOutcome<R>> brought) {
        CompletableFuture<CallOutcome<R>> answer = new CompletableFuture<>();
        TimeSource.Cancellable timer = time.schedule(
                call.deadline().remaining().plus(GRACE),
                () -> answer.completeExceptionally(new OutcomeUnknownException(
                        "no answer to " + call.operation().name() + " came back from member " + member
                                + " before the deadline",
                        call.subject(),
                        null)));
        var unused = brought.whenComplete((outcome, failure) -> {
            timer.cancel();
            if (failure != null) {
                answer.completeExceptionally(Failures.unwrap(failure));
            } else {
                answer.complete(outcome);
            }
        });
        return answer;
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
