// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Docs.edit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.host.TroubledEngine.Trouble;
import dev.rehydrate.host.lifecycle.HostParts;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.slot.operation.SlotOperation;
import dev.rehydrate.store.InstanceStore;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A caller that is interrupted learns whether what it has waited for may still take effect, and stays interrupted. */
final class InterruptedCallersTest {

    private static final InstanceId ID = Docs.home("42");

    private final Farm farm = new Farm();
    private final WorkflowHost host = farm.host("one");
    private final TroubledEngine engine = farm.engine;

    @AfterEach
    void close() {
        Thread.interrupted();
        farm.close();
    }

    private void interrupted(ThrowingCallable call, String effect) {
        engine.trouble(SlotOperation.class, Trouble.DELAYED);
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(CancellationException.class)
                .isThrownBy(call)
                .withMessage("interrupted while waiting; %s", effect);

        assertThat(Thread.interrupted()).isTrue();
        while (engine.isHoldingBack()) {
            engine.letGo();
        }
    }

    @Test
    void callMayStillBeSaved() {
        interrupted(() -> host.call(Docs.CREATE, edit("42", "a")), "the turn may still be saved");
    }

    @Test
    void messageMayStillBePosted() {
        interrupted(() -> host.post(Docs.CREATE, edit("42", "a")), "the message may still be posted");
    }

    @Test
    void readerHasChangedNothing() {
        String nothing = "nothing was changed";
        interrupted(() -> host.find(ID), nothing);
        interrupted(() -> host.find(Docs.key("42")), nothing);
        interrupted(() -> host.control().inspect(ID), nothing);
        interrupted(() -> host.control().inspect(Docs.key("42")), nothing);
    }

    @Test
    void administratorMayAskAgain() {
        host.call(Docs.CREATE, edit("42", "a"));
        String again = "it may still be done, and may be asked for again";
        interrupted(() -> host.control().suspend(ID, "audit"), again);

        assertThat(host.control().suspend(ID, "audit")).isEqualTo(ControlResult.DONE);
    }

    @Test
    void hostIsNotStarted() {
        InstanceStore store = farm.store();
        CompletableFuture<Void> registered = farm.engine.delayOwners();
        Thread.currentThread().interrupt();

        assertThatExceptionOfType(CancellationException.class)
                .isThrownBy(() -> farm.host("two", store, settings -> settings))
                .withMessage("interrupted while waiting; the host was not started");

        registered.complete(null);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(store.facts().owners()).isZero();
    }

    @Test
    void errorAtTheEndOfTheStartLeavesNoOwner() {
        HostParts parts = farm.parts();
        AtomicBoolean ended = new AtomicBoolean();

        assertThatExceptionOfType(OutOfMemoryError.class)
                .isThrownBy(() -> parts.registered(
                        end -> {
                            throw new OutOfMemoryError("for a moment");
                        },
                        () -> ended.set(true)));

        assertThat(ended).isTrue();
        assertThat(parts.context().owners().present()).isEmpty();
    }
}
