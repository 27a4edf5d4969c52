// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.command;

import dev.rehydrate.cli.connect.Filled;
import dev.rehydrate.instance.InstanceKey;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that make a key of a business key. */
final class KeyOptions {

    @Option(
            names = "--scope",
            paramLabel = "SCOPE",
            preprocessor = Filled.class,
            description = "The scope of a business key, such as shop.")
    private @Nullable String scope;

    @Option(
            names = "--part",
            paramLabel = "NAME=VALUE",
            preprocessor = Filled.class,
            description = "A part of it, such as CartId=7. May be repeated.")
    private Map<String, String> parts = Map.of();

    @Option(
            names = "--text",
            paramLabel = "TEXT",
            preprocessor = Filled.class,
            description = "Its text, if it is made of a text alone.")
    private @Nullable String text;

    /** Whether any of it was given. */
    boolean isGiven() {
        return scope != null || text != null || !parts.isEmpty();
    }

    /**
     * The key.
     *
     * @throws IllegalArgumentException if something is missing; the message is for people
     */
    InstanceKey key() {
        if (scope == null || (text == null) == parts.isEmpty()) {
            throw new IllegalArgumentException(
                    "a business key is --scope with --part NAME=VALUE, or --scope with --text");
        }
        return text == null ? InstanceKey.of(scope, parts) : InstanceKey.of(scope, text);
    }
}
