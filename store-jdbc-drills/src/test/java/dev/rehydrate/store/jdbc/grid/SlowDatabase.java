// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/** A database that can be slow: it answers each query, and takes a while for it then. */
final class SlowDatabase {

    private final CountDownLatch never = new CountDownLatch(1);
    private volatile Duration takes = Duration.ZERO;

    /** Lets each query take a while from now on. */
    void takes(Duration each) {
        takes = each;
    }

    DataSource before(DataSource database) {
        return on(DataSource.class, database);
    }

    private <T> T on(Class<T> type, T target) {
        InvocationHandler slow = (proxy, method, arguments) -> {
            if (method.getName().equals("executeQuery") && !takes.isZero()) {
                boolean unused = never.await(takes.toMillis(), TimeUnit.MILLISECONDS);
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
            return result instanceof Connection connection ? on(Connection.class, connection) : result;
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, slow));
    }
}
