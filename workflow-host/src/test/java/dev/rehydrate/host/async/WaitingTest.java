// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.async;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.host.async.Waiting.Awaited;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The bound of a wait, which is passed if nothing else ends it. */
class WaitingTest {

    /** With the time that is added, there is nothing to wait for. */
    private static final Duration OVER = Duration.ofSeconds(-1);

    private final CompletableFuture<String> never = new CompletableFuture<>();

    @Test
    void aReadThatIsNotAnsweredHasChangedNothing() {
        assertThatThrownBy(() -> Waiting.forAnswer(never, OVER, Awaited.READ))
                .isInstanceOf(StoreUnavailableException.class)
                .hasMessageContaining("there was no answer within");
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "READ")
    void whatElseIsNotAnsweredMayBeDone(Awaited what) {
        assertThatThrownBy(() -> Waiting.forAnswer(never, OVER, what))
                .isInstanceOf(OutcomeUnknownException.class)
                .hasMessageContaining("there was no answer within");
    }
}
