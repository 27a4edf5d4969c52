// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import dev.rehydrate.store.jdbc.RowWork;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a lane while the caller's own work has it. It does not end the transaction: if it did, a save would be
 * acknowledged that was rolled back, or be called undone after it was committed. After the work it is of no use, because by then
 * the lane is in the transaction of another command.
 */
final class LentConnection implements InvocationHandler {

    private static final String INVALID_TERMINATION = "2D000";
    private static final Set<String> ENDING = Set.of("commit", "close", "abort");

    private final Connection connection;
    private volatile boolean returned;

    private LentConnection(Connection connection) {
        this.connection = connection;
    }

    static void lend(Connection connection, RowWork work) throws SQLException {
        LentConnection lent = new LentConnection(connection);
        try {
            work.run((Connection) Proxy.newProxyInstance(
                    LentConnection.class.getClassLoader(), new Class<?>[] {Connection.class}, lent));
        } finally {
            lent.returned = true;
        }
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        // Frameworks keep a connection in maps, also while they clear up.
        return switch (method.getName()) {
            case "equals" -> arguments != null && proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "toString" -> "the connection of the caller's work: " + connection;
            case "isClosed" -> returned || connection.isClosed();
            default -> call(method, arguments);
        };
    }

    private @Nullable Object call(Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        String name = method.getName();
        if (returned || ends(name, arguments)) {
            throw new SQLException(
                    name
                            + (returned
                                    ? " was called after the work had returned; its connection is for the time of the call"
                                    : " is not for the caller's work: its transaction ends with that of the command, and is rolled back"
                                            + " if the work throws"),
                    INVALID_TERMINATION);
        }
        try {
            return method.invoke(connection, arguments);
        } catch (InvocationTargetException failure) {
            throw failure.getTargetException();
        }
    }

    private static boolean ends(String name, @Nullable Object @Nullable [] arguments) {
        boolean toSavepoint = arguments != null;
        return switch (name) {
            case "rollback" -> !toSavepoint;
            case "setAutoCommit" -> arguments != null && Boolean.TRUE.equals(arguments[0]);
            default -> ENDING.contains(name);
        };
    }
}
