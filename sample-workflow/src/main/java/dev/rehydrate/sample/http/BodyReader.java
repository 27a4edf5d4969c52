// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.http;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;

/** Reads the body of a request as it comes, without a thread that waits, and never keeps more of it than the limit allows. */
final class BodyReader implements Runnable {

    private final Request request;
    private final int limit;
    private final List<byte[]> pieces = new ArrayList<>();
    private int length;
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();

    BodyReader(Request request, int limit) {
        this.request = request;
        this.limit = limit;
    }

    /** The body, or the failure: a {@link ProblemException} if it is too large, else what the server says. */
    CompletableFuture<byte[]> read() {
        run();
        return whole;
    }

    /** Takes what is there; called again when more has come. */
    @Override
    public void run() {
        while (true) {
            Content.Chunk chunk = request.read();
            if (chunk == null) {
                request.demand(this);
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                whole.completeExceptionally(chunk.getFailure());
                return;
            }
            boolean tooLarge = length + chunk.remaining() > limit;
            if (!tooLarge) {
                take(chunk.getByteBuffer());
            }
            boolean last = chunk.isLast();
            chunk.release();
            if (tooLarge) {
                whole.completeExceptionally(RequestBody.tooLarge(limit));
                return;
            }
            if (last) {
                whole.complete(joined());
                return;
            }
        }
    }

    private void take(ByteBuffer bytes) {
        byte[] piece = new byte[bytes.remaining()];
        bytes.get(piece);
        pieces.add(piece);
        length += piece.length;
    }

    private byte[] joined() {
        ByteBuffer all = ByteBuffer.allocate(length);
        pieces.forEach(all::put);
        return all.array();
    }
}
