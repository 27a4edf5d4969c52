// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.command;

import dev.rehydrate.benchmark.measure.Pace;
import dev.rehydrate.benchmark.peer.BareMap;
import dev.rehydrate.benchmark.peer.Document;
import dev.rehydrate.benchmark.peer.Documents;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Instances that stay for a whole run, as users have them: created, and saved eight times before anything is measured. Callers
 * share them out, so that each instance has one caller at a time.
 */
final class Herd {

    static final int SAVES = 8;

    private static final int MOST_CALLERS = 64;
    private static final int FILLERS = 32;
    private static final int PAYLOADS = 8;
    /** Of large states there are fewer, so that all of them fit into the heap. */
    private static final long MOST_BYTES = 64 << 20;
    /** Through a client it takes longer to create large states than to measure them, so a short run has fewer bytes of them. */
    private static final int TIMES_THE_SMALL = 4;

    private final Documents documents;
    private final Document[] all;
    private final int[] turns = new int[MOST_CALLERS];
    private final byte[][] payloads;

    private Herd(Documents documents, int count, int bytes) {
        this.documents = documents;
        this.all = new Document[count];
        this.payloads = payloads(bytes);
    }

    /** {@return how many instances of a size there are} */
    static int countOf(int bytes, Pace pace) {
        long filled = Math.min(MOST_BYTES, (long) TIMES_THE_SMALL * pace.residents() * CommandsRun.SMALL);
        return Math.min(pace.residents(), Math.max(1, (int) (filled / bytes)));
    }

    /**
     * Creates instances and saves them.
     *
     * @param documents where
     * @param count how many
     * @param bytes the size of each
     */
    static Herd of(Documents documents, int count, int bytes) {
        Herd herd = new Herd(documents, count, bytes);
        herd.fill(at -> herd.saved(documents, UUID.randomUUID()));
        return herd;
    }

    /** Creates entries of the bare map, which are the same whether they have been replaced eight times or not. */
    static Herd ofEntries(BareMap map, int count, int bytes) {
        Herd herd = new Herd(map, count, bytes);
        herd.fill(at -> map.create(UUID.randomUUID(), herd.payloads[0]));
        return herd;
    }

    private void fill(IntFunction<Document> content) {
        ExecutorService fillers = Executors.newFixedThreadPool(FILLERS);
        try {
            for (Future<?> filler : IntStream.range(0, FILLERS)
                    .mapToObj(first -> fillers.submit(() -> fill(first, content)))
                    .toList()) {
                filler.get();
            }
        } catch (ExecutionException failed) {
            throw new IllegalStateException("the instances cannot be made ready", failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while making instances ready", interrupted);
        } finally {
            fillers.shutdownNow();
        }
    }

    private void fill(int first, IntFunction<Document> content) {
        for (int i = first; i < all.length; i += FILLERS) {
            all[i] = content.apply(i);
        }
    }

    /** {@return an instance that has been saved as often as all others} */
    Document saved(Documents where, UUID id) {
        Document document = where.create(id, payloads[0]);
        for (int save = 1; save <= SAVES; save++) {
            document = where.save(document, payloads[save % PAYLOADS]);
        }
        return document;
    }

    /** Different ones: a store may skip a value that is as before. Nothing packs them, and nothing changes them. */
    static byte[][] payloads(int bytes) {
        byte[][] all = new byte[PAYLOADS][bytes];
        Random random = new Random(bytes);
        for (byte[] each : all) {
            random.nextBytes(each);
        }
        return all;
    }

    Documents documents() {
        return documents;
    }

    /** {@return the next of the caller's instances, which is another one each time until all had their turn} */
    Document next(int caller, int callers) {
        // Every caller has those whose number is its own, modulo the number of callers, however many there were before.
        int at = turns[caller] + callers - Math.floorMod(turns[caller] - caller, callers);
        turns[caller] = at < all.length ? at : caller;
        return all[turns[caller]];
    }

    /** Keeps what is stored now of the instance that {@link #next} gave last. */
    void now(int caller, Document document) {
        all[turns[caller]] = document;
    }

    /** {@return a payload that is not the one of the instance} */
    byte[] otherThan(Document document) {
        int at = 0;
        while (payloads[at] == document.state()) {
            at++;
        }
        return payloads[at];
    }

    /** Looks at all again: others have changed what a caller must have seen, but not the states. */
    void refresh() {
        replaceAll(document ->
                new Document(document.id(), documents.load(document.id()).version(), document.state()));
    }

    int size() {
        return all.length;
    }

    /** Changes all, several at once. */
    void replaceAll(UnaryOperator<Document> change) {
        fill(at -> change.apply(all[at]));
    }
}
