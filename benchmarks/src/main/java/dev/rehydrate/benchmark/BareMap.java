// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark;

import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** The floor: the bare map below the store, with the same bytes. */
public class BareMap {

    static final int IN_FLIGHT = 64;

    /** For JMH. */
    public BareMap() {}

    /** Against saves. */
    @Benchmark
    public void set(BareEntries entries) {
        entries.access().map().set(entries.next(), entries.payload());
    }

    /** Against loads. */
    @Benchmark
    public byte[] get(BareEntries entries) {
        return Objects.requireNonNull(entries.access().map().get(entries.next()));
    }

    /** Against creates. */
    @Benchmark
    public void setNew(BareNewEntry entry) {
        entry.access().map().set(entry.key(), entry.payload());
    }

    /** Against completes. */
    @Benchmark
    public void delete(BareEntryToDelete entry) {
        entry.access().map().delete(entry.key());
    }

    /** Against saves in flight. */
    @Benchmark
    @OperationsPerInvocation(IN_FLIGHT)
    public void setInFlight(BareEntries entries) {
        CompletableFuture.allOf(Stream.generate(() -> entries.access()
                                .map()
                                .setAsync(entries.next(), entries.payload())
                                .toCompletableFuture())
                        .limit(IN_FLIGHT)
                        .toArray(CompletableFuture[]::new))
                .join();
    }

    /** Against the life of a document. */
    @Benchmark
    public void life(DocumentLife document) {
        UUID key = UUID.randomUUID();
        var map = document.access().map();
        map.set(key, document.payload());
        for (int turn = 0; turn < DocumentLife.TURNS; turn++) {
            document.read(Objects.requireNonNull(map.get(key)));
            map.set(key, document.payload());
        }
        map.delete(key);
        document.end();
    }
}
