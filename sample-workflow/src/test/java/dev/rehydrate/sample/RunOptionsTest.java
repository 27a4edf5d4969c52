// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.sample.farm.StoreKind;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RunOptionsTest {

    @Test
    void withoutArgumentsTheShippedSessionsAreToldOnAFile() {
        assertThat(RunOptions.parse()).isEqualTo(new RunOptions(StoreKind.DURABLE, null, false));
    }

    @Test
    void everyArgumentIsUnderstood() {
        assertThat(RunOptions.parse("--quiet", "--sessions=a b.jsonl", "--store=memory"))
                .isEqualTo(new RunOptions(StoreKind.MEMORY, Path.of("a b.jsonl"), true));
    }

    @ParameterizedTest
    @EnumSource
    void everyStoreHasItsArgument(StoreKind store) {
        assertThat(RunOptions.parse("--store=" + store.argument())).isEqualTo(new RunOptions(store, null, false));
    }

    @ParameterizedTest
    @CsvSource({
        "--quite, --quiet",
        "--stor=memory, --store=memory",
        "--store=memroy, --store=memory",
        "--store=hazelcats, --store=hazelcast",
        "--session=FILE, --sessions=FILE",
        "quiet, --quiet",
        "--help, --quiet"
    })
    void anUnknownArgumentIsRefusedWithTheNearestKnownOne(String wrong, String near) {
        assertThatThrownBy(() -> RunOptions.parse("--quiet", wrong))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("unknown argument " + wrong + "; did you mean " + near + "?")
                .hasMessageContaining(
                        "Known are --store=durable, --store=hazelcast, --store=client, --store=memory, --sessions=FILE, --quiet");
    }

    @ParameterizedTest
    @CsvSource({
        "--sessions=, '--sessions needs a path, as in --sessions=target/mine'",
        "'--sessions=a\0b', '--sessions is no path: Nul character not allowed'",
        "--sessions=/nowhere/x, 'cannot read the sessions in /nowhere/x: java.nio.file.NoSuchFileException: /nowhere/x'"
    })
    void aPathThatCannotBeIsRefused(String wrong, String said) {
        assertThatThrownBy(() -> SampleRun.main(new String[] {wrong}))
                .isInstanceOf(RunFailedException.class)
                .hasMessage(said)
                .hasNoCause();
    }
}
