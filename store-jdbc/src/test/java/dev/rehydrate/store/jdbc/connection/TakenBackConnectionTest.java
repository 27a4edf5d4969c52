// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/** At the end of an application the pool closes connections that it has lent, and logs a warning for each further call of one. */
@DisplayName("a connection that goes back to its pool")
class TakenBackConnectionTest {

    private boolean isClosed;
    private final List<String> calls = new ArrayList<>();
    private final Connection ofDriver = connection((proxy, method, arguments) -> switch (method.getName()) {
        case "isClosed" -> isClosed;
        case "getBackendPID" -> 7;
        default -> null;
    });
    private final Connection lent = connection((proxy, method, arguments) -> {
        calls.add(method.getName());
        return switch (method.getName()) {
            case "getNetworkTimeout" -> 0;
            case "getAutoCommit", "isWrapperFor" -> true;
            case "unwrap" -> ofDriver;
            default -> null;
        };
    });

    private static Connection connection(InvocationHandler handler) {
        return (Connection) Proxy.newProxyInstance(
                TakenBackConnectionTest.class.getClassLoader(),
                new Class<?>[] {Connection.class, PGConnection.class},
                handler);
    }

    private void useAndClose(boolean isClosedMeanwhile) throws SQLException {
        try (Session session = new Session(lent, Dialect.POSTGRESQL, Duration.ofSeconds(10), false)) {
            assertThat(session.serverProcess()).isEqualTo(7);
            isClosed = isClosedMeanwhile;
            calls.clear();
        }
    }

    @Test
    @DisplayName("is as it was")
    void isAsItWas() throws SQLException {
        useAndClose(false);

        assertThat(calls).contains("setNetworkTimeout").endsWith("close");
    }

    @Test
    @DisplayName("is only closed if the pool has closed it")
    void isOnlyClosed() throws SQLException {
        useAndClose(true);

        assertThat(calls).containsExactly("isWrapperFor", "unwrap", "close");
    }
}
