// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.serve;

import dev.rehydrate.instance.SafeText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.HexFormat;
import org.h2.tools.Server;

/**
 * The H2 file with the documents, opened by this process alone and served to the nodes on a port of the loopback interface
 * (docs/adr/0108). A node that is killed takes nothing of the file with it.
 */
final class DocumentFile implements AutoCloseable {

    private static final String NAME = "documents";
    private static final String SECRET = "secret";
    private static final int SECRET_BYTES = 24;

    private final Server server;
    private final String password;

    private DocumentFile(Server server, String password) {
        this.server = server;
        this.password = password;
    }

    /**
     * Opens the file, which is made if there is none.
     *
     * @param directory where it is
     * @throws IOException if the directory cannot be written, or the file cannot be served; the message is for people
     */
    static DocumentFile open(Path directory) throws IOException {
        String password = secretIn(directory);
        try {
            Server server = Server.createTcpServer(
                            "-tcpPort",
                            "0",
                            "-baseDir",
                            directory.toAbsolutePath().toString(),
                            "-ifNotExists")
                    .start();
            return new DocumentFile(server, password);
        } catch (SQLException failure) {
            throw new IOException("the file in " + directory + " cannot be served", failure);
        }
    }

    /** What a file system says is mostly a path alone. */
    private static String secretIn(Path directory) throws IOException {
        try {
            Files.createDirectories(directory);
            return secret(directory.resolve(SECRET));
        } catch (IOException failure) {
            boolean isFile = Files.exists(directory) && !Files.isDirectory(directory);
            throw new IOException(
                    "documents cannot be kept in " + directory.toAbsolutePath() + ": "
                            + (isFile ? "it is no directory" : SafeText.line(failure))
                            + "; choose another directory with --data=DIRECTORY",
                    failure);
        }
    }

    /** Who can read this file can read the documents: other users of the machine reach the port, and not the file. */
    private static String secret(Path file) throws IOException {
        if (!Files.exists(file)) {
            byte[] random = new byte[SECRET_BYTES];
            new SecureRandom().nextBytes(random);
            boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
            if (posix) {
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
            Files.writeString(file, HexFormat.of().formatHex(random));
        }
        return Files.readString(file, StandardCharsets.US_ASCII).strip();
    }

    /** Where the nodes find the file. It is closed here, after the nodes, and not by the end of a process in between. */
    String url() {
        return "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/./" + NAME
                + ";DB_CLOSE_ON_EXIT=FALSE;MAX_COMPACT_TIME=0";
    }

    String password() {
        return password;
    }

    /** Closes the file; what was acknowledged is in it. */
    @Override
    public void close() {
        server.stop();
    }
}
