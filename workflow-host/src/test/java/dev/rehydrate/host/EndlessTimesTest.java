// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Docs.edit;
import static dev.rehydrate.host.Farm.reply;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Settings by which a host waits for ever: nothing can be added to such a duration. */
final class EndlessTimesTest {

    private static final Duration FOR_EVER = ChronoUnit.FOREVER.getDuration();

    private final Farm farm = new Farm();

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    void aHostThatMayWaitForEverWorksAndCloses() {
        WorkflowHost host = WorkflowHost.builder(farm.store())
                .definition(Docs.DEFINITION)
                .time(farm.time)
                .sink(message -> CompletableFuture.completedFuture(null))
                .storeTimeout(FOR_EVER)
                .sinkTimeout(FOR_EVER)
                .timeToUnload(FOR_EVER)
                .timeToPersist(FOR_EVER)
                .backoff(new Backoff(Duration.ofMillis(1), FOR_EVER))
                .redelivery(new Backoff(Duration.ofMillis(1), FOR_EVER))
                .remember(1, FOR_EVER)
                .start();

        assertThat(reply(host.call(Docs.CREATE, edit("42", "a")))).isEqualTo("a");
        host.close();

        assertThat(host.instancesInMemory()).isZero();
    }
}
