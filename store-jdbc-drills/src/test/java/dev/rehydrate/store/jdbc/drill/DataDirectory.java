// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.drill;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The files of a PostgreSQL server, copied while it writes them, as {@code pg_basebackup} does, which the Maven artifact lacks. */
final class DataDirectory {

    /** Of these the server makes new ones; the log comes from the primary. */
    private static final Set<String> CONTENTS_LEFT_OUT = Set.of(
            "pg_wal",
            "pg_replslot",
            "pg_dynshmem",
            "pg_notify",
            "pg_serial",
            "pg_snapshots",
            "pg_stat_tmp",
            "pg_subtrans");

    private static final Set<String> LEFT_OUT =
            Set.of("postmaster.pid", "postmaster.opts", "standby.signal", "backup_label");

    private DataDirectory() {}

    /** Copies what a standby begins with. The server must be in backup mode. */
    static void copy(Path from, Path to) {
        try {
            Files.walkFileTree(from, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                        throws IOException {
                    Path copy = to.resolve(from.relativize(directory).toString());
                    Files.createDirectories(
                            copy, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
                    String name = from.relativize(directory).toString();
                    return CONTENTS_LEFT_OUT.contains(name) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    String name = from.relativize(file).toString();
                    if (!LEFT_OUT.contains(name)) {
                        try {
                            Files.copy(file, to.resolve(name));
                        } catch (NoSuchFileException gone) {
                            // The server has removed it; the log says so to the standby.
                        }
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                    if (failure instanceof NoSuchFileException) {
                        return FileVisitResult.CONTINUE;
                    }
                    throw failure;
                }
            });
            Files.createDirectories(to.resolve("pg_wal/archive_status"));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /**
     * Lets a server on copied files be a standby.
     *
     * @param copy the files
     * @param label what the backup was called by the primary
     * @param primary how it connects to the primary
     */
    static void makeStandby(Path copy, String label, String primary) {
        try {
            Files.writeString(copy.resolve("backup_label"), label);
            Files.writeString(copy.resolve("postgresql.auto.conf"), "primary_conninfo = '" + primary + "'\n");
            Files.createFile(copy.resolve("standby.signal"));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
