// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.h2.store.fs.FileBaseDefault;
import org.h2.store.fs.FilePathWrapper;

/** A file system of H2 that counts how often files are forced to the disk, and fails to if it shall, or to write: {@code jdbc:h2:forced:…}. */
@SuppressWarnings("exports") // H2 makes instances of it, and nothing else sees it.
public final class ForcedFile extends FilePathWrapper {

    static final AtomicInteger FORCES = new AtomicInteger();
    /** How many of the next attempts fail. */
    static final AtomicInteger FAILURES = new AtomicInteger();

    /** Whether nothing can be written, as on a full disk. */
    static final AtomicBoolean FULL = new AtomicBoolean();

    /** What is done before each force. */
    static final AtomicReference<Runnable> BEFORE = new AtomicReference<>(() -> {});

    /** For H2. */
    public ForcedFile() {}

    @Override
    public String getScheme() {
        return "forced";
    }

    @Override
    public FileChannel open(String mode) throws IOException {
        return new Counting(super.open(mode));
    }

    /** Passes everything on. */
    private static final class Counting extends FileBaseDefault {

        private final FileChannel channel;

        Counting(FileChannel channel) {
            this.channel = channel;
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public synchronized int read(java.nio.ByteBuffer into, long position) throws IOException {
            return channel.read(into, position);
        }

        @Override
        public synchronized int write(java.nio.ByteBuffer from, long position) throws IOException {
            if (FULL.get()) {
                throw new IOException("No space left on device");
            }
            return channel.write(from, position);
        }

        @Override
        protected void implTruncate(long size) throws IOException {
            channel.truncate(size);
        }

        @Override
        public void force(boolean metadata) throws IOException {
            if (FAILURES.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new IOException("the disk fails");
            }
            BEFORE.get().run();
            FORCES.incrementAndGet();
            channel.force(metadata);
        }

        @Override
        public java.nio.channels.FileLock tryLock(long position, long size, boolean shared) throws IOException {
            return channel.tryLock(position, size, shared);
        }

        @Override
        public void implCloseChannel() throws IOException {
            channel.close();
        }
    }
}
