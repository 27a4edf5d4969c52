// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Drivers quote the whole URL in some of their failures, or a part of it, and the driver of PostgreSQL logs what it takes for a port. */
@DisplayName("A password in the URL of a database")
class SecretInUrlTest {

    private static final String SECRET = "hunter2";

    private final List<String> logged = new CopyOnWriteArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord record) {
            logged.add(new SimpleFormatter().format(record));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        Logger.getLogger("").addHandler(handler);
    }

    @AfterEach
    void leave() {
        Logger.getLogger("").removeHandler(handler);
    }

    private static String everything(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text, true));
        return text.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://me:hunter2@localhost/db",
                "jdbc:postgresql://me:hunter2@localhost:1/db",
                "jdbc:postgresql://localhost:1/db?user=me&password=hunter2",
                "jdbc:postgresql://localhost:1/db?sslpassword=hunter2",
                "jdbc:postgresql://localhost:port/db?password=hunter2&user=me",
                "jdbc:postgres://localhost/db?password=hunter2",
                "jdbc:h2:file:/nowhere/x;PASSWORD=hunter2;NONSENSE=1",
                "jdbc:h2:file:/nowhere/x;PASSWORD=hunter2;nonsense",
                "jdbc:h2:nowhere;PASSWORD=hunter2"
            })
    @DisplayName("is in no failure, in no cause of it, and in no log of a driver")
    void isNotShown(String url) {
        Throwable failure = catchThrowable(() -> JdbcInstanceStore.open(JdbcStoreOptions.of(url, "me", "")));

        assertThat(failure).isInstanceOf(IllegalStateException.class).hasMessageContaining("no store could be opened");
        assertThat(everything(failure)).doesNotContain(SECRET);
        assertThat(logged).allSatisfy(line -> assertThat(line).doesNotContain(SECRET));
    }

    @Test
    @DisplayName("before the host, where no driver reads it, is refused with a sentence")
    void isRefusedBeforeTheHost() {
        assertThatThrownBy(() -> JdbcInstanceStore.open(
                        JdbcStoreOptions.of("jdbc:postgresql://me:hunter2@localhost/db", "", "")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("before the host, where no driver reads them");
    }
}
