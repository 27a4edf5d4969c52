// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A data source that tells what is taken from the rows that are read over it. */
final class WatchedSource {

    private static final List<Class<?>> WATCHED =
            List.of(DataSource.class, Connection.class, PreparedStatement.class, ResultSet.class);

    private WatchedSource() {}

    static DataSource of(DataSource source, Consumer<@Nullable Object> watcher) {
        return (DataSource) watched(source, DataSource.class, watcher);
    }

    private static Object watched(Object real, Class<?> type, Consumer<@Nullable Object> watcher) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            Object answer;
            try {
                answer = method.invoke(real, arguments);
            } catch (InvocationTargetException failure) {
                throw failure.getCause();
            }
            if (real instanceof ResultSet) {
                watcher.accept(answer);
            }
            return answer != null
                            && WATCHED.contains(method.getReturnType())
                            && !method.getName().equals("unwrap")
                    ? watched(answer, method.getReturnType(), watcher)
                    : answer;
        });
    }
}
