// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.command;

import dev.rehydrate.cli.connect.Connection;
import dev.rehydrate.cli.terminal.ExitCode;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.operations.diagnosis.Evidence;
import dev.rehydrate.operations.reading.OwnerWatch;
import dev.rehydrate.operations.reading.StoreReader;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.inspection.KeySighting;
import dev.rehydrate.store.inspection.OwnerSighting;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows one instance: why it does not move, what to do, and all that is stored of it. */
@Command(
        name = "show",
        description = "Show one instance: why it does not move, what to do about it, and what is stored.",
        mixinStandardHelpOptions = true)
public final class ShowCommand extends StoreCommand {

    @Parameters(arity = "0..1", paramLabel = "ID", description = "The instance; or name it by its business key.")
    private @Nullable InstanceId id;

    @Mixin
    private final KeyOptions business = new KeyOptions();

    @Option(
            names = "--watch",
            paramLabel = "TIME",
            description =
                    "How long to watch the heartbeats of owners on which the answer depends, such as 10s; default as"
                            + " long as their lease. 0s does not watch.")
    private @Nullable Duration watch;

    /**
     * Makes the command.
     *
     * @param connection where the instance is
     */
    public ShowCommand(Connection connection) {
        super(connection);
    }

    @Override
    void check() {
        if ((id == null) != business.isGiven()) {
            throw usage("say which instance: its id, or its business key by --scope with --part or --text");
        }
    }

    @Override
    int run(InstanceStore store) {
        StoreReader reader = new StoreReader(store, null);
        Optional<InstanceId> instance = id == null ? byKey(reader) : Optional.of(id);
        Optional<Evidence> seen = instance.flatMap(reader::evidence);
        if (seen.isEmpty()) {
            say(instance.map(missing -> "There is no instance " + missing + ".")
                    .orElse("No instance has this key; 'keys show' tells whether one has claimed it."));
            return ExitCode.REFUSED;
        }
        Evidence evidence = watched(reader, seen.get());
        if (isJson()) {
            print(InstanceJson.of(evidence));
        } else {
            new InstanceText(evidence).print(terminal().out());
        }
        return ExitCode.DONE;
    }

    private Optional<InstanceId> byKey(StoreReader reader) {
        try {
            KeySighting key = reader.key(business.key());
            return Optional.ofNullable(key.listedBy());
        } catch (IllegalArgumentException incomplete) {
            throw usage(String.valueOf(incomplete.getMessage()));
        }
    }

    /** Looks again if the answer depends on owners of which it is not known yet whether they live. */
    private Evidence watched(StoreReader reader, Evidence seen) {
        InstanceHeader header = seen.instance().inspected().header();
        Set<OwnerId> doubtful = seen.owners().stream()
                .filter(owner -> !owner.expired() && matters(owner, header, seen.now()))
                .map(OwnerSighting::id)
                .collect(Collectors.toSet());
        Duration most = watch != null ? watch : longestLease(seen, doubtful);
        if (doubtful.isEmpty() || most.isZero()) {
            return seen;
        }
        if (terminal().isInteractive()) {
            say("Watching the heartbeats of " + doubtful.size() + " owners, for up to " + most.toSeconds()
                    + " s (--watch 0s does not).");
        }
        Set<OwnerId> unknown = new OwnerWatch(reader, connection.time()).await(doubtful, most);
        unknown.forEach(
                owner -> say("It is not known whether owner " + owner + " lives: it was not watched for its lease."));
        return reader.evidence(header.id()).orElse(seen);
    }

    private static boolean matters(OwnerSighting owner, InstanceHeader header, Instant now) {
        if (header.holder() != null) {
            return owner.id().equals(header.holder());
        }
        Instant due = header.dueAt();
        return due != null
                && due.isBefore(now)
                && Objects.equals(owner.description().hostType(), header.hostType());
    }

    /** A little longer than the lease, because the first look begins it. */
    private static Duration longestLease(Evidence seen, Set<OwnerId> owners) {
        return seen.owners().stream()
                .filter(owner -> owners.contains(owner.id()))
                .map(OwnerSighting::lease)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO)
                .plusSeconds(1);
    }
}
