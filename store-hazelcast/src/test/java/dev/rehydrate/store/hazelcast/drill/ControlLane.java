// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.PersistenceCommand;
import dev.rehydrate.command.ResumeInstance;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.TouchInstance;
import dev.rehydrate.command.change.IdleTtlChange;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.outcome.ControlOutcome;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Suspends, resumes and touches instances that no other lane changes, and looks whether each is as the last of these commands has left it.
 * That is written to a file, so that the process which comes after this one, of another release perhaps, looks too.
 */
final class ControlLane extends Lane {

    /** An instance that is touched lives for as long from then on. Nothing expires while a drill runs. */
    private static final List<Duration> LIVES = List.of(Duration.ofHours(2), Duration.ofHours(4), Duration.ofHours(8));

    /** Longer than a round, and shorter than the difference of two lives: an instance that is resumed is idle anew. */
    private static final Duration SLACK = Duration.ofMinutes(30);

    private static final String IN_DOUBT = "?";
    private static final String RUNS = "runs";
    private static final String NO_TTL = "-";

    private final InstanceStore store;
    private final List<InstanceId> instances;
    private final Path directory;
    private @Nullable Step pending;

    ControlLane(Writer writer, InstanceStore store, List<InstanceId> instances, Path directory) {
        super(writer);
        this.store = store;
        this.instances = instances;
        this.directory = directory;
    }

    /**
     * A command whose answer has not come yet.
     *
     * @param instance on which instance
     * @param command the command
     * @param then what the instance is afterwards
     */
    private record Step(InstanceId instance, PersistenceCommand<ControlOutcome> command, String then) {}

    /** Makes the instances. They are not among those whose entries are counted: what a command of this lane changes is no entry. */
    static void create(Writer writer, InstanceStore store, List<InstanceId> instances) {
        InstanceChanges<InstanceValue> first = InstanceChanges.data(Map.of("controlled", true));
        for (InstanceId instance : instances) {
            CreateInstance command = CreateInstance.of(first, AfterSave.RELEASE);
            Patience.DEADLINE.settle(() -> {
                try (InstanceHandle handle = writer.handle(instance)) {
                    return store.execute(handle, command, Writer.PATIENCE).receiptOrThrow();
                }
            });
        }
    }

    @Override
    Duration pause() {
        return LONGER_PAUSE;
    }

    @Override
    void next() {
        Step step = pending == null ? begun() : pending;
        pending = step;
        // A failure is thrown past this, and the same command is given again.
        ControlOutcome outcome = answered(step);
        if (outcome != ControlOutcome.DONE) {
            writer().complain(step.command() + " of " + step.instance() + " was answered " + outcome);
        }
        write(step.instance(), step.then());
        pending = null;
    }

    private ControlOutcome answered(Step step) {
        try (InstanceHandle handle = writer().handle(step.instance())) {
            return store.execute(handle, step.command(), Writer.PATIENCE);
        }
    }

    private Step begun() {
        InstanceId instance = anyOf(instances);
        Optional<InstanceSnapshot> found = look(instance);
        String before = read(instance);
        String present =
                found.map(InstanceSnapshot::header).map(ControlLane::words).orElse("is not there");
        if (!before.equals(IN_DOUBT) && !isSame(before, present)) {
            writer().complain("instance %s is to be %s and is %s".formatted(instance, before, present));
        }
        Step step = chosen(instance, found.map(InstanceSnapshot::header).orElse(null), present);
        write(instance, IN_DOUBT);
        return step;
    }

    private Optional<InstanceSnapshot> look(InstanceId instance) {
        try (InstanceHandle handle = writer().handle(instance)) {
            return store.execute(handle, LoadInstance.of(LoadMode.authoritative()), Writer.PATIENCE)
                    .loaded();
        }
    }

    private Step chosen(InstanceId instance, @Nullable InstanceHeader header, String present) {
        String[] parts = present.split(" ", 2);
        String entry = writer().newEntry();
        if (LifeLane.chance(3)) {
            Duration ttl = anyOf(LIVES);
            String expires = String.valueOf(Instant.now().plus(ttl).getEpochSecond());
            return new Step(
                    instance,
                    new TouchInstance(CommandId.random(), new IdleTtlChange.Set(ttl)),
                    parts[0] + " " + expires);
        }
        String rest = parts.length > 1 ? parts[1] : NO_TTL;
        return header == null || header.suspension() == null
                ? new Step(instance, new SuspendInstance(CommandId.random(), entry, null), entry + " " + rest)
                : new Step(instance, ResumeInstance.now(), RUNS + " " + rest);
    }

    /** Why it does not run, and when it expires. */
    private static String words(InstanceHeader header) {
        String suspension =
                header.suspension() == null ? RUNS : header.suspension().reason();
        String expires = header.expiresAt() == null
                ? NO_TTL
                : String.valueOf(header.expiresAt().getEpochSecond());
        return suspension + " " + expires;
    }

    /** An instance that is suspended never expires. */
    private static boolean isSame(String before, String present) {
        String[] wanted = before.split(" ", 2);
        String[] shown = present.split(" ", 2);
        if (shown.length < 2 || !wanted[0].equals(shown[0])) {
            return false;
        }
        if (wanted[1].equals(NO_TTL) || shown[1].equals(NO_TTL)) {
            return wanted[1].equals(shown[1]) || !wanted[0].equals(RUNS);
        }
        return Math.abs(Long.parseLong(wanted[1]) - Long.parseLong(shown[1])) < SLACK.toSeconds();
    }

    private Path file(InstanceId instance) {
        return directory.resolve(instance + ".control");
    }

    /** A process that ended while it wrote has left nothing, and knows nothing. */
    private String read(InstanceId instance) {
        try {
            String text = Files.exists(file(instance)) ? Files.readString(file(instance)) : RUNS + " " + NO_TTL;
            return text.isEmpty() ? IN_DOUBT : text;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void write(InstanceId instance, String what) {
        try {
            Files.writeString(file(instance), what);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
