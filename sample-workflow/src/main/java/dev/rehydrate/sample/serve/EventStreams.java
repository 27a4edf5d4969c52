// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.serve;

import dev.rehydrate.time.TimeSource;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * The streams of server-sent events to the pages that are open: at most four frames a second, without a thread for each. Safe for
 * use by many threads.
 */
final class EventStreams implements AutoCloseable {

    static final int MOST = 64;

    static final String MEDIA_TYPE = "text/event-stream";

    private static final Duration FRAME = Duration.ofMillis(250);
    private static final int FRAMES_OF_STATE = 4;
    /** The server closes a connection on which nothing is sent for 20 s. */
    private static final int FRAMES_OF_SILENCE = 32;

    private final FarmFeed feed;
    private final FarmState state;
    private final TimeSource time;
    private final List<Stream> streams = new ArrayList<>();
    private long frame;
    private boolean closed;

    EventStreams(FarmFeed feed, FarmState state, TimeSource time) {
        this.feed = feed;
        this.state = state;
        this.time = time;
        time.schedule(FRAME, this::tick);
    }

    /**
     * Opens a stream.
     *
     * @param after the last event that the page has
     * @return whether there is room for it; if not, nothing was sent
     */
    synchronized boolean open(Response response, Callback callback, long after) {
        if (closed || streams.size() >= MOST) {
            return false;
        }
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, MEDIA_TYPE);
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        streams.add(new Stream(response, callback, after));
        return true;
    }

    private void tick() {
        List<Stream> open;
        synchronized (this) {
            if (closed) {
                return;
            }
            open = List.copyOf(streams);
        }
        frame++;
        if (!open.isEmpty()) {
            if (frame % FRAMES_OF_STATE == 0) {
                state.refresh();
            }
            String members = state.json().toString();
            open.forEach(stream -> stream.send(members, frame % FRAMES_OF_SILENCE == 0));
        }
        time.schedule(FRAME, this::tick);
    }

    private synchronized void remove(Stream stream) {
        streams.remove(stream);
    }

    /** Ends all streams. */
    @Override
    public void close() {
        List<Stream> open;
        synchronized (this) {
            closed = true;
            open = List.copyOf(streams);
            streams.clear();
        }
        open.forEach(Stream::end);
    }

    /** One page that is open. A frame is sent when the one before it has left. */
    private final class Stream implements Callback {

        private final Response response;
        private final Callback end;
        private long sent;
        private String members = "";
        private boolean busy;
        private boolean ended;

        Stream(Response response, Callback end, long after) {
            this.response = response;
            this.end = end;
            this.sent = after;
        }

        void send(String present, boolean evenIfNothing) {
            StringBuilder text = new StringBuilder();
            synchronized (this) {
                if (busy || ended) {
                    return;
                }
                for (FarmFeed.Numbered each : feed.after(sent)) {
                    sent = each.number();
                    text.append("id: ")
                            .append(sent)
                            .append("\ndata: ")
                            .append(each.event().json())
                            .append("\n\n");
                }
                if (!present.equals(members)) {
                    members = present;
                    text.append("event: farm\ndata: ").append(present).append("\n\n");
                }
                if (text.isEmpty() && evenIfNothing) {
                    text.append(":\n\n");
                }
                busy = !text.isEmpty();
            }
            if (!text.isEmpty()) {
                response.write(false, ByteBuffer.wrap(text.toString().getBytes(StandardCharsets.UTF_8)), this);
            }
        }

        @Override
        public synchronized void succeeded() {
            busy = false;
        }

        /** The page is gone. */
        @Override
        public void failed(Throwable gone) {
            remove(this);
            synchronized (this) {
                if (ended) {
                    return;
                }
                ended = true;
            }
            end.failed(gone);
        }

        void end() {
            synchronized (this) {
                if (ended) {
                    return;
                }
                ended = true;
            }
            end.succeeded();
        }
    }
}
