// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.junit;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.host.HostBuilder;
import dev.rehydrate.host.WorkflowDefinition;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What every farm of a test class begins with.
 *
 * @param definitions what its hosts can run
 * @param start when it begins
 * @param values how values become bytes
 * @param hosts settings of every host
 */
record FarmSettings(
        List<WorkflowDefinition<?>> definitions,
        Instant start,
        ValueEncoding values,
        UnaryOperator<HostBuilder> hosts) {

    static FarmSettings of(WorkflowDefinition<?>... definitions) {
        return new FarmSettings(
                List.of(definitions),
                Instant.parse("2026-01-01T00:00:00Z"),
                ValueEncoding.with(JacksonCodec.builder().build()),
                UnaryOperator.identity());
    }
}
