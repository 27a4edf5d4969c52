// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.host.StoredInstance;
import dev.rehydrate.host.UnsentMessage;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What operators were told is done, as files that all processes of a drill read, and whether the store shows it. */
final class OperatorLog {

    static final String REASON = "a drill";

    private static final String PREFIX = "operated-";
    private static final String WRONG = "WRONG";
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final Path directory;
    private final String name;
    private final Path file;

    /** What an instance is afterwards. */
    enum Kind {
        SUSPENDED,
        REDRIVEN,
        TERMINATED,
        IMPORTED,
        DELETED,
        RESUMED,
        CANCELLED,
        IMPORTED_ENDED,
        RETRIED,
        IMPORTED_WITH_ENDED_KEYS
    }

    /**
     * Begins a file.
     *
     * @param directory where those of all processes are
     * @param name names the file of this one
     */
    OperatorLog(Path directory, String name) {
        this.directory = directory;
        this.name = name;
        this.file = directory.resolve(PREFIX + name);
    }

    Path directory() {
        return directory;
    }

    String name() {
        return name;
    }

    /** Notes what a caller was told; it is there when this process is killed. */
    void acknowledged(Kind kind, InstanceId id) {
        append(kind + " " + id);
    }

    /** Notes that an action was answered as done and does not show. */
    void wrong(String what) {
        append(WRONG + " " + what.replace('\n', ' '));
    }

    private void append(String line) {
        try {
            Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** {@return what all processes have noted, one a line; a process that was killed may have left a part of the last one} */
    static List<String> all(Path directory) {
        List<String> all = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path each : files.filter(OperatorLog::isLog).sorted().toList()) {
                String text = Files.readString(each);
                text.substring(0, text.lastIndexOf('\n') + 1).lines().forEach(all::add);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return all;
    }

    /** {@return what of all that there is was acknowledged at least once} */
    static Set<Kind> kinds(Path directory) {
        return all(directory).stream()
                .map(line -> line.split(" ", 2)[0])
                .filter(word -> !word.equals(WRONG))
                .map(Kind::valueOf)
                .collect(Collectors.toSet());
    }

    private static boolean isLog(Path path) {
        return path.getFileName().toString().startsWith(PREFIX);
    }

    /** Looks at all instances of which something was noted. {@return what is wrong} */
    List<String> astray(InstanceStore store) {
        OwnerId owner = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), TIMEOUT);
        List<String> astray = new ArrayList<>();
        for (String line : all(directory)) {
            String[] words = line.split(" ", 2);
            if (words[0].equals(WRONG)) {
                astray.add(line);
            } else {
                InstanceId id = InstanceId.parse(words[1]);
                InstanceSnapshot shown = store.execute(
                                store.createHandle(owner, id), LoadInstance.of(LoadMode.authoritative()), TIMEOUT)
                        .loaded()
                        .orElseGet(() -> completed(store, owner, id));
                if (!shows(store, owner, Kind.valueOf(words[0]), id, shown)) {
                    astray.add(line + " and is " + shown);
                }
            }
        }
        return astray;
    }

    /** One that has ended and was kept is no instance to a load that could change it. */
    private static @Nullable InstanceSnapshot completed(InstanceStore store, OwnerId owner, InstanceId id) {
        return store.execute(store.createHandle(owner, id), LoadInstance.of(LoadMode.peek()), TIMEOUT)
                .loaded()
                .orElse(null);
    }

    private static boolean shows(
            InstanceStore store, OwnerId owner, Kind kind, InstanceId id, @Nullable InstanceSnapshot shown) {
        if (shown == null) {
            return kind == Kind.DELETED;
        }
        return switch (kind) {
            case DELETED -> false;
            case SUSPENDED ->
                shown.header().suspension() != null
                        && shown.header().suspension().reason().equals(REASON);
            case RESUMED, RETRIED -> shown.header().suspension() == null;
            case TERMINATED, CANCELLED ->
                shown.state() == InstanceState.COMPLETED
                        || StoredInstance.of(shown).isEnding();
            case REDRIVEN -> StoredInstance.of(shown).outbox().stream().noneMatch(UnsentMessage::isDead);
            case IMPORTED -> isFound(store, owner, id) && shown.header().suspension() == null;
            case IMPORTED_ENDED -> shown.state() == InstanceState.COMPLETED;
            case IMPORTED_WITH_ENDED_KEYS ->
                shown.header().suspension() == null
                        && shown.keys().get(ImportedInstances.furtherKey(id)).state() == KeyState.COMPLETED;
        };
    }

    private static boolean isFound(InstanceStore store, OwnerId owner, InstanceId id) {
        LoadOutcome found = store.execute(
                store.createHandle(owner),
                LoadInstanceByKey.of(ImportedInstances.furtherKey(id), LoadMode.authoritative()),
                TIMEOUT);
        return found.loaded().map(InstanceSnapshot::id).filter(id::equals).isPresent();
    }
}
