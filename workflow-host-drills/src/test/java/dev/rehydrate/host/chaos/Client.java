// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.chaos;

import dev.rehydrate.host.ConcurrencyControl;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * Writes notes one after the other into notebooks of both ways, through any node, and repeats each with the same id until it is
 * acknowledged.
 */
final class Client implements Runnable {

    /** In the place of a way: the note is a letter, which is posted, and lies in the mailbox of the instance when it is acknowledged. */
    static final String POST = "POST";

    private static final int LETTER_EACH = 3;
    /** So many notes from one question to the next. */
    private static final int QUESTION_EACH = 5;

    private static final int BOOKS_OF_EACH_WAY = 100;
    private static final Duration CONNECT = Duration.ofSeconds(1);
    /** Shorter than a node stands still: the note is given to another one meanwhile. */
    private static final Duration ANSWER = Duration.ofSeconds(3);

    private static final Duration BREATH = Duration.ofMillis(40);

    private final int number;
    private final Map<String, Integer> ports;
    private final Random random;
    private final boolean postsToo;
    private final List<Written> written = new ArrayList<>();
    private final Map<String, List<String>> posted = new HashMap<>();
    private final List<String> reconsidered = new ArrayList<>();
    private volatile boolean over;
    private int questions;
    private long repeated;
    private long longestNanos;

    Client(int number, Map<String, Integer> ports, long seed) {
        this(number, ports, seed, false);
    }

    Client(int number, Map<String, Integer> ports, long seed, boolean postsToo) {
        this.postsToo = postsToo;
        this.number = number;
        this.ports = ports;
        this.random = new Random(seed + number);
    }

    /**
     * A note that was acknowledged.
     *
     * @param way the way of its notebook
     * @param book its notebook
     * @param text the note
     * @param place where it is, as the reply said
     */
    record Written(ConcurrencyControl way, String book, String text, int place) {}

    static List<String> books() {
        List<String> books = new ArrayList<>();
        for (int i = 0; i < BOOKS_OF_EACH_WAY; i++) {
            books.add("b" + i);
        }
        return books;
    }

    @Override
    public void run() {
        for (int count = 0; !over; count++) {
            ConcurrencyControl way =
                    random.nextBoolean() ? ConcurrencyControl.OPTIMISTIC : ConcurrencyControl.PESSIMISTIC;
            String book = "b" + random.nextInt(BOOKS_OF_EACH_WAY);
            String text = "c" + number + "-" + count;
            long since = System.nanoTime();
            if (postsToo && count % LETTER_EACH == 0) {
                var unused = writeUntilAcknowledged(POST, book, text);
                posted.computeIfAbsent(book, none -> new ArrayList<>()).add(text);
            } else if (!postsToo && count % QUESTION_EACH == 0 && !written.isEmpty()) {
                ask(written.get(written.size() - 1), text);
            } else {
                write(way, book, text);
            }
            longestNanos = Math.max(longestNanos, System.nanoTime() - since);
            LockSupport.parkNanos(BREATH.toNanos());
        }
    }

    private void write(ConcurrencyControl way, String book, String text) {
        written.add(new Written(way, book, text, writeUntilAcknowledged(way.name(), book, text)));
    }

    /**
     * A question changes nothing, and its reply is another one after the note that follows it. Its repeat is to have the first reply, whichever host
     * has died over it. Not of hosts of two releases: the older one need not remember a question.
     */
    private void ask(Written last, String text) {
        String question = "q" + text + " ask";
        int first = writeUntilAcknowledged(last.way().name(), last.book(), question);
        write(last.way(), last.book(), text);
        int again = writeUntilAcknowledged(last.way().name(), last.book(), question);
        questions++;
        if (again != first) {
            reconsidered.add(last.way() + " " + last.book() + " " + question + ": " + first + ", then " + again);
        }
    }

    private int writeUntilAcknowledged(String way, String book, String text) {
        while (true) {
            String answer = attempt(way + " " + book + " " + text);
            if (answer != null && answer.startsWith("ok ")) {
                return Integer.parseInt(answer.substring(3));
            }
            repeated++;
            LockSupport.parkNanos(BREATH.toNanos());
        }
    }

    /** {@return what a node says, or null if it says nothing} */
    private String attempt(String request) {
        List<Integer> all = List.copyOf(ports.values());
        try (Socket socket = new Socket()) {
            int port = all.get(random.nextInt(all.size()));
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), (int) CONNECT.toMillis());
            socket.setSoTimeout((int) ANSWER.toMillis());
            PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8);
            out.println(request);
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))
                    .readLine();
        } catch (IOException gone) {
            return null;
        }
    }

    /** Lets the last note be acknowledged, and writes no more. */
    void stop() {
        over = true;
    }

    /** To be asked when it has ended. */
    List<Written> written() {
        return written;
    }

    /** {@return the texts of letters that were acknowledged, by book; to be asked when it has ended} */
    Map<String, List<String>> posted() {
        return posted;
    }

    /** {@return the questions whose repeat had another reply; to be asked when it has ended} */
    List<String> reconsidered() {
        return reconsidered;
    }

    /** {@return how many questions were asked; to be asked when it has ended} */
    int questions() {
        return questions;
    }

    long repeated() {
        return repeated;
    }

    long longestMillis() {
        return longestNanos / 1_000_000;
    }
}
