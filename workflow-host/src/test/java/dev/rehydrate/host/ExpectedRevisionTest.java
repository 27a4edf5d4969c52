// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Docs.edit;
import static dev.rehydrate.host.Farm.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.instance.Revision;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ExpectedRevisionTest {

    private final Farm farm = new Farm();

    @AfterEach
    void close() {
        farm.close();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 60})
    void staleRevisionRunsNoTurnAndNamesTheCurrentOne(long secondsToUnload) {
        WorkflowHost host = farm.host("one", settings -> settings.timeToUnload(Duration.ofSeconds(secondsToUnload)));
        Revision first =
                host.call(Docs.CREATE, edit("42", "a")).replyOrThrow().facts().revision();
        Revision second = host.call(Docs.UPDATE, edit("42", "b"), CallOptions.DEFAULT.ifMatch(first))
                .replyOrThrow()
                .facts()
                .revision();

        assertThat(host.call(Docs.UPDATE, edit("42", "c"), CallOptions.DEFAULT.ifMatch(first)))
                .isEqualTo(new CallOutcome.Stale<String>(Docs.home("42"), second));
        assertThat(reply(host.call(Docs.READ, edit("42", "")))).isEqualTo("a b");
    }

    @Test
    void revisionOfAFormerLifeDoesNotPassInTheNext() {
        WorkflowHost host = farm.host("one");
        Revision first =
                host.call(Docs.CREATE, edit("42", "a")).replyOrThrow().facts().revision();
        host.call(Docs.SUBMIT, edit("42", ""));
        host.call(Docs.CREATE, edit("42", "z"));

        assertThat(host.call(Docs.UPDATE, edit("42", "b"), CallOptions.DEFAULT.ifMatch(first)))
                .isInstanceOf(CallOutcome.Stale.class);
    }

    @Test
    void nothingIsCreatedForWhomeverExpectsSomething() {
        WorkflowHost host = farm.host("one");
        CallOptions expecting = CallOptions.DEFAULT.ifMatch(new Revision(1, 1));

        assertThat(host.call(Docs.OPEN, edit("42", "a"), expecting))
                .isEqualTo(new CallOutcome.Stale<String>(Docs.home("42"), null));
        assertThat(host.call(Docs.UPDATE, edit("42", "a"), expecting)).isInstanceOf(CallOutcome.UnknownInstance.class);
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> host.call(Docs.CREATE, edit("42", "a"), expecting));
        assertThat(farm.peek("42")).isInstanceOf(LoadOutcome.NotFound.class);
    }
}
