// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** A database that answers some queries, and then none until it is opened. */
final class GatedDatabase {

    private static final long MOST_SECONDS = 60;

    private final AtomicInteger left;
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    GatedDatabase(int answered) {
        this.left = new AtomicInteger(answered);
    }

    /** Puts the gate before a database. */
    DataSource before(DataSource database) {
        return on(DataSource.class, database);
    }

    /** Waits until a query waits. */
    void awaitQuery() throws InterruptedException {
        if (!reached.await(MOST_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("there were fewer queries");
        }
    }

    /** Answers none from now on. */
    void shut() {
        left.set(0);
    }

    void open() {
        opened.countDown();
    }

    private <T> T on(Class<T> type, T target) {
        InvocationHandler gated = (proxy, method, arguments) -> {
            if (method.getName().equals("executeQuery") && left.getAndDecrement() <= 0) {
                reached.countDown();
                opened.await(MOST_SECONDS, TimeUnit.SECONDS);
            }
            Object result = called(method, target, arguments);
            if (result instanceof PreparedStatement statement) {
                return on(PreparedStatement.class, statement);
            }
            return result instanceof Connection connection ? on(Connection.class, connection) : result;
        };
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, gated));
    }

    private static Object called(Method method, Object target, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }
}
