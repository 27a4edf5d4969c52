// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import dev.rehydrate.time.TimeSource;
import java.io.File;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An application server replaces an application in a running process: its classes go when its store and its host are closed. */
class RedeployTest {

    private static final int DEPLOYMENTS = 3;
    /** The JDK keeps the class of the last record whose {@code equals} was linked: on JDK 17 for good, later until memory is short. */
    private static final int KEPT_BY_THE_JDK = 1;

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int LOOKS = 60;
    private static final int LOOK_MILLIS = 1000;

    /** What is deployed; loaded anew each time. */
    public static final class Application implements Runnable {

        /** A message. */
        public record Add(String cart) {}

        /** A state. */
        public record Cart(int items) {}

        private static final Operation<Cart, Add, Integer> ADD = Operation.createOrGet("Add", Add.class)
                .correlatedBy(Correlation.<Add>content("shop").part("CartId", Add::cart))
                .handledBy((turn, cart, message) -> turn.become(new Cart(cart == null ? 1 : cart.items() + 1))
                        .items());

        @Override
        public void run() {
            ValueEncoding json = ValueEncoding.with(JacksonCodec.builder().build());
            try (InstanceStore store =
                            MemoryInstanceStore.open(StoreOptions.defaults().withValues(json));
                    WorkflowHost host = WorkflowHost.builder(store)
                            .definition(WorkflowDefinition.of("Cart", "1.0", Cart.class)
                                    .with(ADD))
                            .start()) {
                host.call(ADD, new Add("cart 7")).replyOrThrow();
                host.call(ADD, new Add("cart 7")).replyOrThrow();
            }
            endIdleThread();
        }

        /** The thread of the clock waits 30 s for more to do; here it does not. */
        private static void endIdleThread() {
            try {
                Field scheduler = TimeSource.system().getClass().getDeclaredField("scheduler");
                scheduler.setAccessible(true);
                ((ScheduledThreadPoolExecutor) scheduler.get(TimeSource.system()))
                        .setKeepAliveTime(1, TimeUnit.MILLISECONDS);
            } catch (ReflectiveOperationException renamed) {
                throw new IllegalStateException(renamed);
            }
        }
    }

    private static URL[] classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> new File(entry).toURI())
                .map(RedeployTest::url)
                .toArray(URL[]::new);
    }

    private static URL url(URI place) {
        try {
            return place.toURL();
        } catch (MalformedURLException impossible) {
            throw new IllegalArgumentException(impossible);
        }
    }

    private static Reference<ClassLoader> deployOnce(ReferenceQueue<ClassLoader> gone) throws Exception {
        try (URLClassLoader loader =
                new URLClassLoader("application", classPath(), ClassLoader.getPlatformClassLoader())) {
            Class<?> application = loader.loadClass(Application.class.getName());
            assertThat(application.getClassLoader()).isSameAs(loader);
            Thread server =
                    new Thread((Runnable) application.getDeclaredConstructor().newInstance(), "server");
            server.setContextClassLoader(loader);
            server.start();
            server.join(PATIENCE.toMillis());
            assertThat(server.isAlive()).isFalse();
            return new WeakReference<>(loader, gone);
        }
    }

    @Test
    void classesOfApplicationsThatWereReplacedGo() throws Exception {
        ReferenceQueue<ClassLoader> gone = new ReferenceQueue<>();
        List<Reference<ClassLoader>> deployed = new ArrayList<>();
        for (int i = 0; i < DEPLOYMENTS; i++) {
            deployed.add(deployOnce(gone));
        }

        for (int looks = 0; looks < LOOKS && left(deployed) > KEPT_BY_THE_JDK; looks++) {
            System.gc();
            var unused = gone.remove(LOOK_MILLIS);
        }

        assertThat(left(deployed)).isLessThanOrEqualTo(KEPT_BY_THE_JDK);
    }

    private static long left(List<Reference<ClassLoader>> deployed) {
        return deployed.stream().filter(loader -> !loader.refersTo(null)).count();
    }
}
