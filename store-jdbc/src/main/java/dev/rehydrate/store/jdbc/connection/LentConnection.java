// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.connection;

import dev.rehydrate.store.jdbc.RowWork;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection of a lane while the caller's own work has it, with what is made on it. It does not end the transaction: if it did, a
 * save would be acknowledged that was rolled back, or be called undone after it was committed. After the work it is of no use, because
 * by then the lane is in the transaction of another command. A statement, a result and the metadata lead back to it, and not to the
 * connection behind it.
 */
public final class LentConnection {

    private static final Logger LOG = LoggerFactory.getLogger("dev.rehydrate.store");
    private static final String INVALID_TERMINATION = "2D000";
    private static final Set<String> ENDING = Set.of("commit", "close", "abort");

    /** What leads back to its connection; the more special ones first. */
    private static final List<Class<?>> LEADING_BACK = List.of(
            CallableStatement.class, PreparedStatement.class, Statement.class, ResultSet.class, DatabaseMetaData.class);

    private final Object connection;
    private volatile boolean returned;

    private LentConnection(Connection connection) {
        this.connection = lent(connection, Connection.class, null);
    }

    public static void lend(Connection connection, RowWork work) throws SQLException {
        LentConnection lent = new LentConnection(connection);
        try {
            work.run((Connection) lent.connection);
        } finally {
            lent.returned = true;
            // The commit is still to come, and in an interrupted thread it closes the file of H2.
            if (Thread.interrupted()) {
                LOG.debug("the caller's own work has left its thread interrupted");
            }
        }
    }

    private Object lent(Object real, Class<?> type, @Nullable Object maker) {
        return Proxy.newProxyInstance(
                LentConnection.class.getClassLoader(), new Class<?>[] {type}, new Lent(real, type, maker));
    }

    /** One object of the driver, in the hands of the work. */
    private final class Lent implements InvocationHandler {

        private final Object real;
        private final boolean isConnection;
        private final @Nullable Object maker;

        /**
         * Stands before an object.
         *
         * @param real the object of the driver
         * @param type what it is
         * @param maker what was lent before and has made it, such as the statement of a result
         */
        Lent(Object real, Class<?> type, @Nullable Object maker) {
            this.real = real;
            this.isConnection = type == Connection.class;
            this.maker = maker;
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            // Frameworks keep a connection in maps, also while they clear up.
            return switch (method.getName()) {
                case "equals" -> arguments != null && proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                case "toString" -> (isConnection ? "the connection of the caller's work: " : "") + real;
                case "isClosed" -> returned || Boolean.TRUE.equals(call(method, arguments));
                case "getConnection" -> connection;
                case "getStatement" -> maker instanceof Statement ? maker : guarded(proxy, method, arguments);
                case "unwrap" -> isItself(proxy, arguments) ? proxy : guarded(proxy, method, arguments);
                case "isWrapperFor" ->
                    isItself(proxy, arguments) || Boolean.TRUE.equals(guarded(proxy, method, arguments));
                default -> guarded(proxy, method, arguments);
            };
        }

        private static boolean isItself(Object proxy, @Nullable Object @Nullable [] arguments) {
            return arguments != null && arguments[0] instanceof Class<?> type && type.isInstance(proxy);
        }

        private @Nullable Object guarded(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            String name = method.getName();
            if (returned && !isConnection && name.equals("close")) {
                // It is closed with the transaction; what tidies up late need not fail.
                return null;
            }
            if (returned || (isConnection && ends(name, arguments))) {
                throw new SQLException(
                        name
                                + (returned
                                        ? " was called after the work had returned; its connection is for the time of the call"
                                        : " is not for the caller's work: its transaction ends with that of the command, and is rolled back"
                                                + " if the work throws"),
                        INVALID_TERMINATION);
            }
            Object answer = call(method, arguments);
            return name.equals("unwrap") ? answer : leadingBack(proxy, answer);
        }

        private @Nullable Object leadingBack(Object proxy, @Nullable Object answer) {
            for (Class<?> type : LEADING_BACK) {
                if (type.isInstance(answer)) {
                    return lent(answer, type, proxy);
                }
            }
            return answer;
        }

        private @Nullable Object call(Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
            try {
                return method.invoke(real, arguments);
            } catch (InvocationTargetException failure) {
                throw failure.getTargetException();
            }
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
