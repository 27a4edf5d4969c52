// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/** What is logged in this process while it is open, from {@code INFO} on. The tests of this module log nothing otherwise. */
final class CapturedLog implements AutoCloseable {

    private static volatile @Nullable CapturedLog open;

    private final List<Line> lines = new CopyOnWriteArrayList<>();

    /** One event. */
    record Line(Level level, String text) {}

    private CapturedLog() {}

    static CapturedLog open() {
        CapturedLog log = new CapturedLog();
        open = log;
        return log;
    }

    /** The lines at a level in which a text occurs. */
    List<String> lines(Level level, String text) {
        return lines.stream()
                .filter(line -> line.level() == level && line.text().contains(text))
                .map(Line::text)
                .toList();
    }

    @Override
    public void close() {
        open = null;
    }

    /** Made by SLF4J; the build names it. */
    @SuppressWarnings("exports") // only tests see it
    public static final class Provider implements SLF4JServiceProvider {

        private final IMarkerFactory markers = new BasicMarkerFactory();
        private final MDCAdapter context = new NOPMDCAdapter();

        /** Called by SLF4J. */
        public Provider() {}

        @Override
        public ILoggerFactory getLoggerFactory() {
            return Capturing::new;
        }

        @Override
        public IMarkerFactory getMarkerFactory() {
            return markers;
        }

        @Override
        public MDCAdapter getMDCAdapter() {
            return context;
        }

        @Override
        public String getRequestedApiVersion() {
            return "2.0.99";
        }

        @Override
        public void initialize() {
            // Everything is there.
        }
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
                log.lines.add(new Line(level, MessageFormatter.basicArrayFormat(pattern, arguments)));
            }
        }

        @Override
        public boolean isTraceEnabled() {
            return false;
        }

        @Override
        public boolean isDebugEnabled() {
            return false;
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
