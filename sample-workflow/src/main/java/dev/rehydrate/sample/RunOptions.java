// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample;

import dev.rehydrate.sample.farm.StoreKind;
import dev.rehydrate.sample.text.Nearest;
import dev.rehydrate.sample.text.PathText;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the run was asked for.
 *
 * @param store which store
 * @param sessions the file to play, or null for the one that is shipped
 * @param quiet whether to leave the timeline out
 */
record RunOptions(StoreKind store, @Nullable Path sessions, boolean quiet) {

    private static final String STORE = "--store=";
    private static final String SESSIONS = "--sessions=";
    private static final String QUIET = "--quiet";

    static RunOptions parse(String... arguments) {
        RunOptions options = new RunOptions(StoreKind.DURABLE, null, false);
        for (String argument : arguments) {
            options = options.with(argument);
        }
        return options;
    }

    private RunOptions with(String argument) {
        if (argument.equals(QUIET)) {
            return new RunOptions(store, sessions, true);
        }
        if (argument.startsWith(STORE)) {
            return new RunOptions(kind(argument.substring(STORE.length())), sessions, quiet);
        }
        if (argument.startsWith(SESSIONS)) {
            return new RunOptions(store, file(argument.substring(SESSIONS.length())), quiet);
        }
        throw unknown(argument);
    }

    private static Path file(String path) {
        try {
            return PathText.read("--sessions", path);
        } catch (IllegalArgumentException cannotBe) {
            throw new RunFailedException(String.valueOf(cannotBe.getMessage()));
        }
    }

    private static StoreKind kind(String name) {
        return Arrays.stream(StoreKind.values())
                .filter(kind -> kind.argument().equals(name))
                .findFirst()
                .orElseThrow(() -> unknown(STORE + name));
    }

    private static RunFailedException unknown(String argument) {
        List<String> stores = Arrays.stream(StoreKind.values())
                .map(kind -> STORE + kind.argument())
                .toList();
        List<String> known = List.of(SESSIONS + "FILE", QUIET);
        List<String> all = Stream.concat(stores.stream(), known.stream()).toList();
        return new RunFailedException("unknown argument " + argument + "; did you mean "
                + Nearest.to(argument, all).orElseThrow() + "? Known are " + String.join(", ", all));
    }
}
