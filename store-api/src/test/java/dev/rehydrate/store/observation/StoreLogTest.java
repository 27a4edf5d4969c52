// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.observation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.command.failure.InstanceStoreException.Subject;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.engine.StorageException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

class StoreLogTest {

    private static final String AWAY = "the database is away";

    private static Throwable cause() {
        return new IllegalStateException("no connection");
    }

    private final Lines log = new Lines();

    private static List<RuntimeException> outages() {
        return List.of(
                new StorageException(Effect.NONE, AWAY, cause()),
                new StoreUnavailableException(AWAY, Subject.NONE, cause()));
    }

    @ParameterizedTest
    @MethodSource("outages")
    void anOutageIsOneLineEachTime(RuntimeException outage) {
        StoreLog.notDone(log, "sweep", outage, false);

        assertThat(log.said)
                .containsExactly(
                        new Line(
                                Level.WARN,
                                "housekeeping will try again later: could not sweep: " + outage.getMessage(),
                                null),
                        new Line(Level.DEBUG, "could not sweep", outage));
    }

    @Test
    void aMistakeHasItsStackTrace() {
        Throwable mistake = new IllegalArgumentException("for the test");

        StoreLog.notDone(log, "sweep", mistake, false);

        assertThat(log.said)
                .containsExactly(new Line(Level.WARN, "housekeeping will try again later: could not sweep", mistake));
    }

    @Test
    void aStoreThatIsClosedDoesNotWarn() {
        StoreLog.notDone(log, "sweep", new StorageException(Effect.NONE, AWAY, cause()), true);

        assertThat(log.said).extracting(Line::level).containsExactly(Level.DEBUG);
    }

    private record Line(Level level, String text, @Nullable Throwable thrown) {}

    private static final class Lines extends LegacyAbstractLogger {

        private static final long serialVersionUID = 1;

        private final transient List<Line> said = new ArrayList<>();

        @Override
        protected void handleNormalizedLoggingCall(
                Level level,
                @Nullable Marker marker,
                @Nullable String pattern,
                Object @Nullable [] arguments,
                @Nullable Throwable thrown) {
            said.add(new Line(level, MessageFormatter.basicArrayFormat(pattern, arguments), thrown));
        }

        @Override
        protected @Nullable String getFullyQualifiedCallerName() {
            return null;
        }

        @Override
        public boolean isTraceEnabled() {
            return true;
        }

        @Override
        public boolean isDebugEnabled() {
            return true;
        }

        @Override
        public boolean isInfoEnabled() {
            return true;
        }

        @Override
        public boolean isWarnEnabled() {
            return true;
        }

        @Override
        public boolean isErrorEnabled() {
            return true;
        }
    }
}
