// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.rehydrate.cli.connect.Connection;
import dev.rehydrate.cli.terminal.ExitCode;
import dev.rehydrate.cli.transfer.JsonFields;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.operations.diagnosis.Words;
import dev.rehydrate.operations.reading.StoreReader;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.inspection.KeySighting;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows a key from both sides. */
@Command(
        name = "show",
        description = "Show a key: the instance that lists it, and the one that its claim names.",
        mixinStandardHelpOptions = true)
public final class KeyCommand extends StoreCommand {

    @Parameters(arity = "0..1", paramLabel = "KEY", description = "The key as a UUID; or give the business key.")
    private @Nullable InstanceKey key;

    @Mixin
    private final KeyOptions business = new KeyOptions();

    /**
     * Makes the command.
     *
     * @param connection where the key is
     */
    public KeyCommand(Connection connection) {
        super(connection);
    }

    @Override
    void check() {
        if ((key == null) != business.isGiven()) {
            throw usage("say which key: its UUID, or a business key by --scope with --part or --text");
        }
        try {
            key = key == null ? business.key() : key;
        } catch (IllegalArgumentException incomplete) {
            throw usage(String.valueOf(incomplete.getMessage()));
        }
    }

    @Override
    int run(InstanceStore store) {
        KeySighting sighting = new StoreReader(store, null).key(Objects.requireNonNull(key, "key"));
        if (isJson()) {
            print(json(sighting));
        } else {
            text(sighting, terminal().out());
        }
        return sighting.listedBy() == null && !sighting.isDangling() ? ExitCode.REFUSED : ExitCode.DONE;
    }

    private static ObjectNode json(KeySighting sighting) {
        ObjectNode object = Json.object();
        JsonFields.put(object, "key", sighting.key());
        JsonFields.put(object, "listedBy", sighting.listedBy());
        JsonFields.put(object, "claimedBy", sighting.claimedBy());
        JsonFields.put(
                object,
                "state",
                sighting.state() == null ? null : sighting.state().name().toLowerCase(Locale.ROOT));
        if (sighting.isDangling()) {
            object.putArray("findings").add(InstanceJson.of(Words.dangling(sighting)));
        } else {
            object.putArray("findings");
        }
        return object;
    }

    private static void text(KeySighting sighting, PrintStream out) {
        out.println("Key " + sighting.key());
        out.println();
        if (sighting.isDangling()) {
            InstanceText.print(out, Words.dangling(sighting));
        } else if (sighting.listedBy() == null) {
            out.println("No instance has this key, and none has claimed it.");
            return;
        }
        out.println(
                "  Instance that lists it          " + (sighting.listedBy() == null ? "none" : sighting.listedBy()));
        out.println(
                "  Instance that its claim names   " + (sighting.claimedBy() == null ? "none" : sighting.claimedBy()));
        out.println("  State                           " + (sighting.state() == null ? "–" : sighting.state()));
    }
}
