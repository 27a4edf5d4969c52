// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;

/** Asks PostgreSQL for the plan of each query of a page and for what it reads, with the parameters with which it is then run. */
final class ExplainingDataSource {

    private final DataSource source;
    private final List<String> plans = new CopyOnWriteArrayList<>();

    ExplainingDataSource(DataSource source) {
        this.source = source;
    }

    DataSource dataSource() {
        return proxy(DataSource.class, (self, method, arguments) -> {
            Object result = call(source, method, arguments);
            return result instanceof Connection connection ? explaining(connection) : result;
        });
    }

    /** The plans since they were asked for last. */
    List<String> plans() {
        List<String> made = List.copyOf(plans);
        plans.clear();
        return made;
    }

    private Connection explaining(Connection connection) {
        return proxy(Connection.class, (self, method, arguments) -> {
            Object result = call(connection, method, arguments);
            return method.getName().equals("prepareStatement") && isPage((String) arguments[0])
                    ? explained(
                            (PreparedStatement) result,
                            connection.prepareStatement("explain (analyze, timing off) " + arguments[0]))
                    : result;
        });
    }

    private static boolean isPage(String sql) {
        return sql.contains(".slot s") && sql.contains("order by");
    }

    private PreparedStatement explained(PreparedStatement statement, PreparedStatement explain) {
        return proxy(PreparedStatement.class, (self, method, arguments) -> {
            if (method.getName().startsWith("set")) {
                call(explain, method, arguments);
            }
            if (method.getName().equals("executeQuery")) {
                plans.add(plan(explain));
            }
            return call(statement, method, arguments);
        });
    }

    private static String plan(PreparedStatement explain) throws SQLException {
        StringBuilder plan = new StringBuilder();
        try (ResultSet lines = explain.executeQuery()) {
            while (lines.next()) {
                plan.append(lines.getString(1)).append('\n');
            }
        }
        return plan.toString();
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
