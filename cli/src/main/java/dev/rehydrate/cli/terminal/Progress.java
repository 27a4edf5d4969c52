// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.terminal;

import dev.rehydrate.time.TimeSource;
import java.time.Duration;

/** How far long work has come, on one line that is written anew; nothing unless a person sits at the terminal. */
public final class Progress implements AutoCloseable {

    /** The total of work whose length is not known. */
    public static final long UNKNOWN = -1;

    private static final Duration PERIOD = Duration.ofMillis(200);
    private static final int BAR = 30;
    private static final int PERCENT = 100;

    private final Terminal terminal;
    private final TimeSource time;
    private final String what;
    private final long total;
    private final long began;
    private long shownAt;
    private boolean shown;

    /**
     * Begins.
     *
     * @param terminal where to
     * @param time paces the line
     * @param what the units, such as {@code instances}
     * @param total how many there are, or {@link #UNKNOWN}
     */
    public Progress(Terminal terminal, TimeSource time, String what, long total) {
        this.terminal = terminal;
        this.time = time;
        this.what = what;
        this.total = total;
        this.began = time.nanoTime();
        this.shownAt = began - PERIOD.toNanos();
    }

    /**
     * Says how much is done.
     *
     * @param done how many units
     */
    public void at(long done) {
        long now = time.nanoTime();
        if (terminal.isInteractive() && now - shownAt >= PERIOD.toNanos()) {
            shownAt = now;
            shown = true;
            terminal.err().print("\r" + line(done, now));
            terminal.err().flush();
        }
    }

    private String line(long done, long now) {
        double seconds = Math.max(1e-9, (now - began) / 1e9);
        String rate =
                " " + done + (total < 0 ? "" : " of " + total) + " " + what + ", " + Math.round(done / seconds) + "/s ";
        if (total <= 0) {
            return rate;
        }
        int filled = (int) Math.min(BAR, done * BAR / total);
        return "[" + "#".repeat(filled) + ".".repeat(BAR - filled) + "] " + Math.min(PERCENT, done * PERCENT / total)
                + " %" + rate;
    }

    /** Ends the line. */
    @Override
    public void close() {
        if (shown) {
            terminal.err().println();
        }
    }
}
