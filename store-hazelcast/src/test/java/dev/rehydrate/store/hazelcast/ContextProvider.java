// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import java.util.HashMap;
import java.util.Map;
import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.helpers.BasicMDCAdapter;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

/** Logging for tests: says nothing unless a test captures it, and keeps a context for each thread, not for its children. */
@SuppressWarnings("exports") // only tests see it
public final class ContextProvider implements SLF4JServiceProvider {

    private final ILoggerFactory loggers = CapturedLog.loggers();
    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter context = new Context();

    /** Called by SLF4J. */
    public ContextProvider() {}

    @Override
    public ILoggerFactory getLoggerFactory() {
        return loggers;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return context;
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0.99";
    }

    @Override
    public void initialize() {
        // Everything is there.
    }

    private static final class Context extends BasicMDCAdapter {

        private final ThreadLocal<Map<String, String>> values = ThreadLocal.withInitial(HashMap::new);

        @Override
        public void put(String key, String value) {
            values.get().put(key, value);
        }

        @Override
        public String get(String key) {
            return values.get().get(key);
        }

        @Override
        public void remove(String key) {
            values.get().remove(key);
        }

        @Override
        public Map<String, String> getCopyOfContextMap() {
            return Map.copyOf(values.get());
        }
    }
}
