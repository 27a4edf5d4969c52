// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A data source with one fault: at one of the steps of the thread that commits, which are its statements and its commits, counted from
 * the moment of the order.
 */
final class FaultySource {

    private static final String COMMITTING = "rehydrate-commit";

    private final DataSource source;
    private final List<String> threads;
    private @Nullable Fault fault;
    private int stepsBefore;
    private int underWay;
    private boolean happened;

    /** What happens at a step. */
    interface Fault {

        /**
         * Happens.
         *
         * @param real the connection of the step
         * @param step does the step
         * @throws SQLException what the caller of the step gets
         */
        @Nullable
        Object at(Connection real, Step step) throws Throwable;
    }

    /** A step, not done yet. */
    interface Step {
        @Nullable
        Object go() throws Throwable;
    }

    FaultySource(DataSource source) {
        this(source, COMMITTING);
    }

    /** Counts the steps of other threads. */
    FaultySource(DataSource source, String... threads) {
        this.source = source;
        this.threads = List.of(threads);
    }

    /** From now on the fault waits for its step. */
    synchronized void order(Fault next, int steps) {
        fault = next;
        stepsBefore = steps;
        happened = false;
    }

    /**
     * From now on nothing happens. A fault that is under way ends first: the step can be one that the store does in the background, after
     * the command was answered.
     *
     * @return whether there were as many steps
     */
    synchronized boolean cancel() {
        fault = null;
        awaitEnd();
        fault = null;
        return happened;
    }

    private synchronized void awaitEnd() {
        try {
            while (underWay > 0) {
                wait();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a fault is under way", interrupted);
        }
    }

    private boolean isCounted() {
        String name = Thread.currentThread().getName();
        return threads.stream().anyMatch(name::startsWith);
    }

    private synchronized @Nullable Fault next() {
        Fault next = fault;
        if (next == null || !isCounted() || stepsBefore-- > 0) {
            return null;
        }
        fault = null;
        happened = true;
        underWay++;
        return next;
    }

    DataSource dataSource() {
        return (DataSource) proxy(DataSource.class, (method, arguments) -> {
            Object answer = call(source, method, arguments);
            return answer instanceof Connection connection ? watched(connection) : answer;
        });
    }

    private Connection watched(Connection real) {
        return (Connection) proxy(Connection.class, (method, arguments) -> {
            if (method.getName().equals("commit")) {
                return step(real, () -> call(real, method, arguments));
            }
            Object answer = call(real, method, arguments);
            return answer instanceof Statement statement && !method.getName().equals("unwrap")
                    ? watched(real, statement, method.getReturnType())
                    : answer;
        });
    }

    private Object watched(Connection real, Statement statement, Class<?> type) {
        return proxy(
                type == Statement.class ? Statement.class : PreparedStatement.class,
                (method, arguments) -> method.getName().startsWith("execute")
                        ? step(real, () -> call(statement, method, arguments))
                        : call(statement, method, arguments));
    }

    private @Nullable Object step(Connection real, Step step) throws Throwable {
        Fault here = next();
        if (here == null) {
            return step.go();
        }
        try {
            return here.at(real, step);
        } finally {
            ended();
        }
    }

    private synchronized void ended() {
        underWay--;
        notifyAll();
    }

    private interface Handler {
        @Nullable
        Object answer(Method method, Object @Nullable [] arguments) throws Throwable;
    }

    private static Object proxy(Class<?> type, Handler handler) {
        return Proxy.newProxyInstance(
                FaultySource.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> handler.answer(method, arguments));
    }

    private static @Nullable Object call(Object real, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException failure) {
            throw failure.getCause();
        }
    }
}
