// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;

/** Writes events to a file, each at once, so that they are there when the process is killed. */
final class Recorder implements AutoCloseable {

    private final OutputStream out;
    private final AtomicLong acknowledged = new AtomicLong();

    Recorder(Path file) {
        try {
            out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    void add(Event event) {
        byte[] line = (event.line() + "\n").getBytes(StandardCharsets.UTF_8);
        synchronized (out) {
            try {
                out.write(line);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
        if (event instanceof Event.Answered answered && answered.answer() == Event.Answer.SAVED) {
            acknowledged.incrementAndGet();
        }
    }

    /** {@return how many saves were acknowledged up to now} */
    long acknowledged() {
        return acknowledged.get();
    }

    @Override
    public void close() {
        try {
            out.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
