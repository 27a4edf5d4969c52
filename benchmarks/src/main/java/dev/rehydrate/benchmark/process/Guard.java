// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * A small process that waits for the end of this one, and then stops a server that does not: a server knows nothing of a pipe
 * of its parent, and a killed JVM runs no hook.
 */
public final class Guard implements AutoCloseable {

    /** The file is looked at again, so that a server that has stopped by itself is not sought by a number used anew. */
    private static final String SCRIPT = "cat > /dev/null; test -f \"$1\" && kill -TERM \"$(head -n 1 \"$1\")\"";

    private final Process process;

    private Guard(Process process) {
        this.process = process;
    }

    /**
     * Begins to watch.
     *
     * @param pidFile a file whose first line is the server's process id, and which the server removes when it stops
     * @return the guard
     */
    public static Guard of(Path pidFile) {
        try {
            return new Guard(new ProcessBuilder("/bin/sh", "-c", SCRIPT, "guard", pidFile.toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Stops the server, if it still runs. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
