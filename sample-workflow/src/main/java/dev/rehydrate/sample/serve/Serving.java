// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.serve;

import dev.rehydrate.console.Console;
import dev.rehydrate.console.ConsoleBuilder;
import dev.rehydrate.console.jetty.ConsoleHandler;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.sample.document.DocumentWorkflow;
import dev.rehydrate.sample.farm.StoreKind;
import dev.rehydrate.sample.http.LoopbackServer;
import dev.rehydrate.sample.http.ServerSettings;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.jdbc.JdbcStoreOptions;
import dev.rehydrate.time.TimeSource;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Handler;

/** The sample as a service: two nodes in processes of their own, and in this process the file, the page and the console. */
public final class Serving implements AutoCloseable {

    static final String CONSOLE = "/console";

    private final ServedFarm farm;
    private final InstanceStore store;
    private final EventStreams streams;
    private final LoopbackServer page;
    private final CountDownLatch closed = new CountDownLatch(1);

    private Serving(ServedFarm farm, InstanceStore store, EventStreams streams, LoopbackServer page) {
        this.farm = farm;
        this.store = store;
        this.streams = streams;
        this.page = page;
    }

    /**
     * Serves until the process is told to end.
     *
     * @param options how
     * @param out is told where
     * @throws IOException if a port is taken or the data cannot be opened; nothing is left running
     */
    public static void run(ServeOptions options, PrintStream out) throws IOException {
        Serving serving = start(options);
        Runtime.getRuntime().addShutdownHook(new Thread(serving::close, "serve-stop"));
        serving.introduce(options, out);
        serving.awaitEnd();
    }

    /**
     * Starts everything.
     *
     * @param options how
     * @return what is served
     * @throws IOException if a port is taken or the data cannot be opened; nothing is left running
     */
    public static Serving start(ServeOptions options) throws IOException {
        TimeSource time = TimeSource.system();
        FarmFeed feed = new FarmFeed(time.instant());
        ServedFarm farm = ServedFarm.start(options.data(), new TreeMap<>(options.nodes()), feed, time);
        InstanceStore store = null;
        try {
            DocumentFile file = farm.file();
            store = JdbcInstanceStore.open(JdbcStoreOptions.of(file.url(), "rehydrate", file.password())
                    .withStore(StoreKind.options()));
            return serving(options, farm, store, feed, time);
        } catch (IOException | RuntimeException failure) {
            if (store != null) {
                store.close();
            }
            farm.close();
            throw failure;
        }
    }

    private static Serving serving(
            ServeOptions options, ServedFarm farm, InstanceStore store, FarmFeed feed, TimeSource time)
            throws IOException {
        // A host of the console's own: only hosts can retry, terminate and redrive.
        WorkflowHost operator = WorkflowHost.builder(store)
                .definition(DocumentWorkflow.DEFINITION)
                .node("console")
                .start();
        ConsoleBuilder console = Console.of(store).host(operator).base(CONSOLE).name("Rehydrate sample");
        if (options.token() != null) {
            console.token(options.token());
        }
        EventStreams streams = new EventStreams(feed, new FarmState(farm, store), time);
        Handler.Sequence handlers = new Handler.Sequence(
                new FarmPage(farm, streams, new Typing(farm, time)),
                new ConsoleHandler(console.build()),
                new ToThePage());
        LoopbackServer page = LoopbackServer.start("page", options.page(), ServerSettings.DEFAULT, handlers);
        return new Serving(farm, store, streams, page);
    }

    private void introduce(ServeOptions options, PrintStream out) {
        for (String name : farm.names()) {
            farm.node(name)
                    .ifPresent(node ->
                            out.println("node " + name + "   " + node.uri() + "/documents   process " + node.pid()));
        }
        out.println("page     " + pageUri() + "/farm");
        out.println("console  " + pageUri() + CONSOLE + "/"
                + (options.token() == null ? "   read-only; --token=TEXT allows actions" : ""));
        out.println("data     " + options.data().toAbsolutePath());
        out.println("Ctrl-C stops all; what was acknowledged is there at the next start.");
    }

    /** {@return where the page is, without a path} */
    public URI pageUri() {
        return page.uri();
    }

    ServedFarm farm() {
        return farm;
    }

    private void awaitEnd() {
        try {
            while (!closed.await(1, TimeUnit.HOURS)) {
                // It serves.
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            close();
        }
    }

    /** Takes no more requests, lets the nodes finish what they do, and closes the file. */
    @Override
    public void close() {
        streams.close();
        try {
            page.close();
            store.close();
        } finally {
            farm.close();
            closed.countDown();
        }
    }
}
