// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import javax.sql.DataSource;

/** A database in front of which something happens to each call, of the data source and of what it has given out. */
abstract class InterceptedDatabase {

    /** Is called before each method; what it throws, the caller gets. */
    abstract void call(String method) throws Exception;

    final DataSource before(DataSource database) {
        return on(DataSource.class, database);
    }

    private <T> T on(Class<T> type, T target) {
        InvocationHandler intercepted = (proxy, method, arguments) -> {
            call(method.getName());
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
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, intercepted));
    }
}
