// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The library as it was at an older commit, built from the repository: what a node of a farm runs on that has not been updated. The
 * programs of the drills, and the libraries of others, are those of today, so that all nodes obey and record alike.
 */
public final class OlderRelease {

    /** The system property that names the commit. */
    public static final String COMMIT = "drill.older";

    /** Since then no message between members, and no row, has another form; docs/upgrading.md says so too. */
    private static final String USUAL = "16aa072d";

    /** The modules that a node runs. */
    private static final List<String> MODULES =
            List.of("store-jdbc", "store-hazelcast", "store-codecs", "workflow-host");

    private final String commit;
    private final Path repository;
    private final Path directory;

    private OlderRelease(String commit, Path repository) {
        this.commit = commit;
        this.repository = repository;
        this.directory = Summary.DIRECTORY.resolve("older-" + commit).toAbsolutePath();
    }

    /**
     * Builds the commit that {@code -Ddrill.older=…} names, if that was not done before.
     *
     * @return what was built
     * @throws IllegalStateException if there is no such commit, or it cannot be built
     */
    public static OlderRelease built() {
        String asked = System.getProperty(COMMIT, "");
        String name = asked.isEmpty() ? USUAL : asked;
        Path repository = Path.of(Shell.answer("git", "rev-parse", "--show-toplevel"));
        String commit = Shell.answer("git", "rev-parse", "--verify", name + "^{commit}");
        OlderRelease older = new OlderRelease(commit, repository);
        older.build();
        return older;
    }

    private void build() {
        Path done = directory.resolve("built");
        String what = commit + " " + MODULES;
        Path archive = directory.resolve("archive.tar");
        try {
            if (Files.exists(done) && Files.readString(done).equals(what)) {
                return;
            }
            Files.createDirectories(directory);
            Shell.run("git", "-C", repository.toString(), "archive", "-o", archive.toString(), commit);
            Shell.run("tar", "-xf", archive.toString(), "-C", directory.toString());
            Files.delete(archive);
            Path maven = directory.resolve("mvnw");
            Shell.run(
                    maven.toString(),
                    "-q",
                    "-ntp",
                    "-f",
                    directory.resolve("pom.xml").toString(),
                    "-Dchecks.skip=true",
                    "-pl",
                    String.join(",", MODULES),
                    "-am",
                    "compile");
            Files.writeString(done, what, StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** {@return the commit, whole} */
    public String commit() {
        return commit;
    }

    /**
     * Replaces the main classes of this project.
     *
     * @param present a class path
     * @return the same with those of the older commit
     * @throws IllegalStateException if nothing was replaced, so that the node would be one of today
     */
    String in(String present) {
        String older = Arrays.stream(present.split(File.pathSeparator))
                .map(this::olderOf)
                .collect(Collectors.joining(File.pathSeparator));
        if (older.equals(present)) {
            throw new IllegalStateException("no module of " + repository + " is on the class path " + present);
        }
        return older;
    }

    /** A module is a directory of classes, or a jar beside it; the tests of a module stay. */
    private String olderOf(String entry) {
        Path path = Path.of(entry).toAbsolutePath();
        Path target = path.getParent();
        boolean isOurs = target != null && target.endsWith("target") && target.startsWith(repository);
        boolean isMain = path.endsWith("classes") || (entry.endsWith(".jar") && !entry.endsWith("-tests.jar"));
        if (!isOurs || !isMain) {
            return entry;
        }
        Path older = directory.resolve(repository.relativize(target)).resolve("classes");
        return Files.isDirectory(older) ? older.toString() : entry;
    }
}
