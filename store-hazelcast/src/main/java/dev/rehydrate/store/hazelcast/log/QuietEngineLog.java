// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.log;

import com.hazelcast.logging.AbstractLogger;
import com.hazelcast.logging.ILogger;
import com.hazelcast.logging.LogEvent;
import com.hazelcast.logging.LoggerFactory;
import com.hazelcast.logging.LoggerFactorySupport;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Logs of members and clients of our own, through SLF4J under the engine's own logger names. What the engine says at INFO,
 * dozens of lines at each start, is logged at DEBUG, and its details at TRACE; its warnings and errors stay what they are.
 */
public final class QuietEngineLog extends LoggerFactorySupport {

    private static final String CHOSEN_CLASS = "hazelcast.logging.class";
    private static final String SLF4J = "slf4j";
    private static final String TYPE = install();

    QuietEngineLog() {}

    /** {@return the value of {@code hazelcast.logging.type} for members and clients of our own} */
    public static String type() {
        return TYPE;
    }

    /**
     * Makes this the factory that the engine shares, if it shares none yet. The engine takes a foreign class only by
     * a system property; that is set for the moment of one call, so that a member or client that the application itself
     * configures logs as that configuration says.
     */
    private static String install() {
        String own = QuietEngineLog.class.getName();
        if (System.getProperty(CHOSEN_CLASS) != null) {
            return SLF4J;
        }
        Thread thread = Thread.currentThread();
        ClassLoader context = thread.getContextClassLoader();
        LoggerFactory made;
        try {
            thread.setContextClassLoader(QuietEngineLog.class.getClassLoader());
            System.setProperty(CHOSEN_CLASS, own);
            made = com.hazelcast.logging.Logger.newLoggerFactory(SLF4J);
        } finally {
            System.clearProperty(CHOSEN_CLASS);
            thread.setContextClassLoader(context);
        }
        // Without a name the engine answers with the factory that it shares.
        return com.hazelcast.logging.Logger.newLoggerFactory("") == made ? own : SLF4J;
    }

    @Override
    protected ILogger createLogger(String name) {
        return new QuietLogger(org.slf4j.LoggerFactory.getLogger(name));
    }

    private static org.slf4j.event.Level quiet(Level level) {
        int value = level.intValue();
        if (value >= Level.SEVERE.intValue()) {
            return org.slf4j.event.Level.ERROR;
        }
        if (value >= Level.WARNING.intValue()) {
            return org.slf4j.event.Level.WARN;
        }
        return value > Level.FINE.intValue() ? org.slf4j.event.Level.DEBUG : org.slf4j.event.Level.TRACE;
    }

    private static final class QuietLogger extends AbstractLogger {

        private final Logger logger;

        QuietLogger(Logger logger) {
            this.logger = logger;
        }

        @Override
        public void log(Level level, @Nullable String message) {
            log(level, message, null);
        }

        @Override
        public void log(Level level, @Nullable String message, @Nullable Throwable thrown) {
            if (isLoggable(level)) {
                logger.atLevel(quiet(level)).setCause(thrown).log(String.valueOf(message));
            }
        }

        @Override
        @SuppressWarnings("removal") // it has to be there until the engine has removed it
        public void log(LogEvent event) {
            LogRecord told = event.getLogRecord();
            log(told.getLevel(), told.getMessage(), told.getThrown());
        }

        @Override
        public Level getLevel() {
            if (logger.isTraceEnabled()) {
                return Level.FINEST;
            }
            if (logger.isDebugEnabled()) {
                return Level.INFO;
            }
            return logger.isWarnEnabled() ? Level.WARNING : logger.isErrorEnabled() ? Level.SEVERE : Level.OFF;
        }

        @Override
        public boolean isLoggable(Level level) {
            return level.intValue() != Level.OFF.intValue() && logger.isEnabledForLevel(quiet(level));
        }
    }
}
