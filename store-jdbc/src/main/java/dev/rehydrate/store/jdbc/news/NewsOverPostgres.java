// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.news;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.format.AnnouncementFormat;
import dev.rehydrate.format.WireFormatException;
import dev.rehydrate.store.jdbc.connection.Session;
import dev.rehydrate.store.jdbc.database.Database;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Announcements by {@code LISTEN} and {@code NOTIFY}, over a connection of their own that is replaced when it is lost. */
public final class NewsOverPostgres implements News {

    private static final Logger LOG = LoggerFactory.getLogger("dev.rehydrate.store");
    private static final int WAIT_MILLIS = 500;
    private static final int LAST_WAIT_MILLIS = 50;
    private static final long PAUSE_MILLIS = 1000;
    private static final String SEPARATOR = ":";
    private static final int AT_ONCE = 1000;

    private final Database database;
    private final Executor sender;
    private final String channel;
    private final Queue<String> toSend = new ConcurrentLinkedQueue<>();
    private final AtomicLong sent = new AtomicLong();
    private final CountDownLatch listening = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = new Thread(this::listen, "rehydrate-news");
    private Consumer<Announcement> listener = news -> {};

    /**
     * Prepares the channel.
     *
     * @param database the database
     * @param schema names the channel
     * @param sender sends, which blocks
     */
    public NewsOverPostgres(Database database, String schema, Executor sender) {
        this.database = database;
        this.sender = sender;
        this.channel = "rehydrate_" + schema;
        thread.setDaemon(true);
    }

    @Override
    public void onAnnouncement(Consumer<Announcement> newListener) {
        listener = newListener;
        thread.start();
        try {
            // So that a store that is open hears what is told from now on; if not, it finds out by polling.
            boolean heard = listening.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
            LOG.debug("listening for announcements: {}", heard);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void announce(Announcement news) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            AnnouncementFormat.write(news, new DataOutputStream(bytes));
        } catch (IOException notInMemory) {
            throw new UncheckedIOException(notInMemory);
        }
        // The server would take equal messages of one transaction for one.
        toSend.add(sent.incrementAndGet() + SEPARATOR + Base64.getEncoder().encodeToString(bytes.toByteArray()));
        try {
            sender.execute(this::send);
        } catch (RejectedExecutionException closing) {
            LOG.debug("an announcement of a closing store was lost", closing);
        }
    }

    /** Sends all that waits, so that a burst is one statement. */
    private void send() {
        List<String> messages = new ArrayList<>();
        for (String each = toSend.poll(); each != null; each = messages.size() < AT_ONCE ? toSend.poll() : null) {
            messages.add(each);
        }
        if (messages.isEmpty()) {
            return;
        }
        Session.ArrayParameter all = Session.texts(messages);
        try {
            database.call(
                    Effect.NONE,
                    session -> session.rows(
                            database.files().statement("notify"),
                            Map.of("channel", channel, "message", all),
                            row -> row));
        } catch (StorageException lost) {
            LOG.debug("announcements were lost; other stores find out by polling", lost);
        }
    }

    /** The thread lives as long as the store: no failure ends it, be it an error, as when memory is short for a moment. */
    private void listen() {
        while (closed.getCount() > 0) {
            try {
                listenUntilClosed();
            } catch (SQLException | RuntimeException | Error failure) {
                report(failure);
                pause();
            }
        }
    }

    private void listenUntilClosed() throws SQLException {
        try (Session session = database.session();
                Statement statement = session.connection().createStatement()) {
            PGConnection connection = session.connection().unwrap(PGConnection.class);
            statement.execute("listen " + channel);
            listening.countDown();
            long silentMillis = 0;
            while (closed.getCount() > 0) {
                silentMillis = receive(connection, WAIT_MILLIS) ? 0 : silentMillis + WAIT_MILLIS;
                if (silentMillis > database.silence().toMillis()) {
                    // Without a question a server that is gone without a word looks like one that has nothing to
                    // tell.
                    statement.execute("select 1");
                    silentMillis = 0;
                }
            }
            receive(connection, LAST_WAIT_MILLIS);
            statement.execute("unlisten " + channel);
        }
    }

    private static void report(Throwable failure) {
        try {
            if (failure instanceof Error) {
                LOG.error(
                        "announcements are not heard for a moment; until then this store finds out by polling",
                        failure);
            } else {
                LOG.debug("announcements are not heard just now", failure);
            }
        } catch (RuntimeException | Error notLogged) { // When memory is short, to say so can fail as well.
            failure.addSuppressed(notLogged);
        }
    }

    /** {@return whether there was any announcement, after waiting for one} */
    private boolean receive(PGConnection connection, int millis) throws SQLException {
        PGNotification[] heard = connection.getNotifications(millis);
        if (heard == null || heard.length == 0) {
            return false;
        }
        for (PGNotification each : heard) {
            try {
                String message = each.getParameter();
                byte[] bytes = Base64.getDecoder().decode(message.substring(message.indexOf(SEPARATOR) + 1));
                listener.accept(AnnouncementFormat.read(new DataInputStream(new ByteArrayInputStream(bytes))));
            } catch (WireFormatException | IllegalArgumentException ofAnotherVersion) {
                // An announcement is a hint, and may be lost.
            }
        }
        return true;
    }

    private void pause() {
        try {
            boolean end = closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
            LOG.debug("listening again: {}", !end);
        } catch (InterruptedException stop) {
            closed.countDown();
        }
    }

    /** Does not wait: the thread ends, and gives its connection back, within its waiting time. */
    @Override
    public void close() {
        closed.countDown();
    }
}
