// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** What is logged in this process while it is open, by every logger and at every level. */
public final class CapturedLog implements AutoCloseable {

    private static volatile @Nullable CapturedLog open;

    private final List<Line> lines = new CopyOnWriteArrayList<>();

    /** One event. */
    record Line(Level level, String logger, String text) {}

    private CapturedLog() {}

    public static CapturedLog open() {
        CapturedLog log = new CapturedLog();
        open = log;
        return log;
    }

    /** The lines at this level and above. */
    List<Line> from(Level level) {
        return lines.stream()
                .filter(line -> line.level().toInt() >= level.toInt())
                .toList();
    }

    /** How many lines at WARN and above have a text in them. */
    public long warnings(String text) {
        return from(Level.WARN).stream()
                .filter(line -> line.text().contains(text))
                .count();
    }

    @Override
    public void close() {
        open = null;
    }

    /** Makes loggers that say something only while a log is open. */
    static ILoggerFactory loggers() {
        return Capturing::new;
    }

    private static final class Capturing extends LegacyAbstractLogger {

        private static final long serialVersionUID = 1;

        Capturing(String name) {
            this.name = name;
        }

        @Override
        protected @Nullable String getFullyQualifiedCallerName() {
            return null;
        }

        @Override
        protected void handleNormalizedLoggingCall(
                Level level,
                @Nullable Marker marker,
                @Nullable String pattern,
                Object @Nullable [] arguments,
                @Nullable Throwable thrown) {
            CapturedLog log = open;
            if (log != null) {
                String text = MessageFormatter.basicArrayFormat(pattern, arguments);
                log.lines.add(new Line(level, name, text));
            }
        }

        @Override
        public boolean isTraceEnabled() {
            return false;
        }

        @Override
        public boolean isDebugEnabled() {
            return open != null;
        }

        @Override
        public boolean isInfoEnabled() {
            return open != null;
        }

        @Override
        public boolean isWarnEnabled() {
            return open != null;
        }

        @Override
        public boolean isErrorEnabled() {
            return open != null;
        }
    }
}
