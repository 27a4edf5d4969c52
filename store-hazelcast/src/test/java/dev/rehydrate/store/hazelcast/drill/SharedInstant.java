// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** A moment in memory that several processes share: one of them says what time it is, for all. */
public final class SharedInstant implements InstantSource {

    private static final int VERSION = 0;
    private static final int SECONDS = 8;
    private static final int NANOS = 16;
    private static final int SIZE = 24;

    private final MappedByteBuffer memory;
    private final Lock writing = new ReentrantLock();

    /** Opens a file, making it if it is not there. */
    public SharedInstant(Path file) {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            memory = channel.map(MapMode.READ_WRITE, 0, SIZE);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Takes over what a clock shows now. The one that is last to be asked is the one whose answer stays. */
    public void follow(InstantSource clock) {
        writing.lock();
        try {
            Instant now = clock.instant();
            long version = memory.getLong(VERSION);
            memory.putLong(VERSION, version + 1);
            memory.putLong(SECONDS, now.getEpochSecond());
            memory.putLong(NANOS, now.getNano());
            memory.putLong(VERSION, version + 2);
        } finally {
            writing.unlock();
        }
    }

    @Override
    public Instant instant() {
        while (true) {
            long before = memory.getLong(VERSION);
            Instant read = Instant.ofEpochSecond(memory.getLong(SECONDS), memory.getLong(NANOS));
            if (before % 2 == 0 && before == memory.getLong(VERSION)) {
                return read;
            }
            Thread.onSpinWait();
        }
    }
}
