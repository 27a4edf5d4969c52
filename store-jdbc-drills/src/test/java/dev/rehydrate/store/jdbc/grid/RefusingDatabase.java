// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import javax.sql.DataSource;

/** A database that can be away: it gives no connections then, and those that it has given are broken. */
final class RefusingDatabase {

    private static final Set<String> ASKED =
            Set.of("getConnection", "execute", "executeQuery", "executeUpdate", "executeBatch", "commit");
    private static final String NO_CONNECTION = "08006";

    private volatile boolean isAway;

    void away(boolean yes) {
        isAway = yes;
    }

    boolean isAway() {
        return isAway;
    }

    DataSource before(DataSource database) {
        return on(DataSource.class, database);
    }

    private <T> T on(Class<T> type, T target) {
        InvocationHandler refusing = (proxy, method, arguments) -> {
            if (isAway && ASKED.contains(method.getName())) {
                throw new SQLException("the database is away", NO_CONNECTION);
            }
            Object result;
            try {
                result = method.invoke(target, arguments);
            } catch (InvocationTargetException failed) {
                throw failed.getCause();
            }
            if (result instanceof PreparedStatement statement) {
                return on(PreparedStatement.class, statement);
            }
            if (result instanceof Statement statement) {
                return on(Statement.class, statement);
            }
            return result instanceof Connection connection ? on(Connection.class, connection) : result;
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, refusing));
    }
}
