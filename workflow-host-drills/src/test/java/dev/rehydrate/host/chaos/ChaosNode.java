// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.chaos;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.QueryInstances;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.host.CallOptions;
import dev.rehydrate.host.CallOutcome;
import dev.rehydrate.host.ConcurrencyControl;
import dev.rehydrate.host.HostBuilder;
import dev.rehydrate.host.PostOptions;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process of the farm: a member, a store and a host on it, and a port at which notes are taken. Obeys one line at a time
 * from its standard input, and ends when that ends.
 */
final class ChaosNode {

    private static final Logger LOG = LoggerFactory.getLogger(ChaosNode.class);
    private static final int REMEMBERED = 500;
    private static final Duration TURN = Duration.ofSeconds(5);
    private static final Duration BREATH = Duration.ofMillis(200);
    private static final int THREADS = 12;

    private final Map<ConcurrencyControl, Notebook> notebooks = new EnumMap<>(ConcurrencyControl.class);
    private final Errands errands = new Errands();
    private final InstanceStore store;
    private final HazelcastInstance member;
    private final HostBuilder builder;
    private final ServerSocket port;
    private volatile @Nullable WorkflowHost host;
    private @Nullable OwnerId tool;

    private ChaosNode(String name) throws IOException {
        for (ConcurrencyControl way : ConcurrencyControl.values()) {
            notebooks.put(way, new Notebook(way));
        }
        store = HazelcastInstanceStore.start(HazelcastStoreOptions.load()
                .values(ValueEncoding.with(JacksonCodec.builder().build()))
                .build());
        member = Hazelcast.getAllHazelcastInstances().iterator().next();
        builder = WorkflowHost.builder(store)
                .node(name)
                .timeToUnload(Duration.ofMillis(500))
                .remember(REMEMBERED, Duration.ofHours(1));
        notebooks.values().forEach(notebook -> builder.definition(notebook.definition()));
        builder.definition(errands.definition());
        port = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    }

    /**
     * Runs a node.
     *
     * @param arguments its name
     */
    public static void main(String[] arguments) {
        try {
            run(arguments[0]);
        } catch (IOException | RuntimeException failure) {
            LOG.error("the node ends", failure);
        }
        // The member keeps the process alive.
        Runtime.getRuntime().halt(0);
    }

    private static void run(String name) throws IOException {
        PrintStream control = System.out;
        System.setOut(System.err);
        ChaosNode node = new ChaosNode(name);
        node.listen();
        control.println("0 up");
        node.startHost();
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = orders.readLine(); line != null; line = orders.readLine()) {
            int space = line.indexOf(' ');
            control.println(line.substring(0, space) + " " + node.obey(line.substring(space + 1)));
        }
    }

    /** The first member of a protected farm has no other that would keep its owners. */
    private void startHost() {
        Thread starter = new Thread(
                () -> {
                    while (host == null) {
                        try {
                            host = builder.start();
                        } catch (InstanceStoreException notYet) {
                            LOG.info("the host cannot start yet: {}", notYet.getMessage());
                            LockSupport.parkNanos(BREATH.toNanos());
                        }
                    }
                },
                "start of the host");
        starter.setDaemon(true);
        starter.start();
    }

    private void listen() {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "notes");
            thread.setDaemon(true);
            return thread;
        });
        for (int i = 0; i < THREADS; i++) {
            threads.execute(this::serve);
        }
    }

    /** One note for each connection, for as long as the process lives. */
    private void serve() {
        while (true) {
            try (Socket socket = port.accept();
                    BufferedReader in =
                            new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
                    PrintWriter out = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.UTF_8)) {
                String line = in.readLine();
                if (line != null) {
                    out.println(written(line.split(" ")));
                }
            } catch (IOException gone) {
                LOG.debug("a client is gone", gone);
            }
        }
    }

    /** Way, notebook and text, which is the message's id too; of a question its id, and that it is one. */
    private String written(String[] words) {
        WorkflowHost started = host;
        if (started == null) {
            return "no host yet";
        }
        return words[0].equals(Client.POST) ? posted(started, words[1], words[2]) : called(started, words);
    }

    private String posted(WorkflowHost started, String book, String text) {
        try {
            var unused = started.post(
                    errands.letter(),
                    new Errands.Letter(book, text),
                    PostOptions.DEFAULT.within(TURN).withMessageId(text));
            return "ok 0";
        } catch (RuntimeException failure) {
            return "no " + failure.toString().replace('\n', ' ');
        }
    }

    private String called(WorkflowHost started, String[] words) {
        Notebook notebook = Objects.requireNonNull(notebooks.get(ConcurrencyControl.valueOf(words[0])));
        String text = words[2];
        try {
            CallOutcome<Integer> outcome = started.call(
                    words.length > 3 ? notebook.count() : notebook.write(),
                    new Notebook.Note(words[1], text),
                    CallOptions.DEFAULT.within(TURN).withMessageId(text));
            return outcome instanceof CallOutcome.Replied<Integer> replied
                    ? "ok " + replied.reply()
                    : "no " + outcome.getClass().getSimpleName();
        } catch (RuntimeException failure) {
            return "no " + failure.toString().replace('\n', ' ');
        }
    }

    private String obey(String order) {
        try {
            return answer(order.split(" "));
        } catch (RuntimeException failure) {
            LOG.error("could not obey: {}", order, failure);
            return "failed " + failure.toString().replace('\n', ' ');
        }
    }

    private String answer(String[] words) {
        return switch (words[0]) {
            case "members" -> String.valueOf(member.getCluster().getMembers().size());
            case "safe" -> String.valueOf(member.getPartitionService().isClusterSafe());
            case "port" -> String.valueOf(port.getLocalPort());
            case "restless" -> String.valueOf(restless());
            case "show" -> show(ConcurrencyControl.valueOf(words[1]), words[2]);
            case "errands" -> errands(words[1]);
            default -> "failed unknown: " + words[0];
        };
    }

    /** Of all instances, how many are held, suspended or not initialized. */
    private long restless() {
        InstanceQuery all =
                InstanceQuery.builder().page(0, InstanceQuery.MAX_LIMIT).build();
        return store.execute(store.createHandle(tool()), new QueryInstances(all), TURN).entries().stream()
                .map(InstancePage.Entry::header)
                .filter(ChaosNode::isRestless)
                .peek(header -> LOG.error("does not come to rest: {}", header))
                .count();
    }

    private static boolean isRestless(InstanceHeader header) {
        return header.holder() != null || header.state() != InstanceState.INITIALIZED || header.suspension() != null;
    }

    private String show(ConcurrencyControl way, String book) {
        return peek(way, book)
                .loaded()
                .map(snapshot -> snapshot.data().get("state", Notebook.Notes.class).notes)
                .map(notes -> "notes " + String.join(",", notes))
                .orElse("nothing");
    }

    /** {@return letters and echoes} */
    private String errands(String book) {
        Errands.Done done = peek(Errands.instance(book))
                .loaded()
                .map(snapshot -> snapshot.data().get("state", Errands.Done.class))
                .orElseGet(Errands.Done::new);
        return String.join(",", done.letters) + " " + String.join(",", done.echoes);
    }

    private LoadOutcome peek(ConcurrencyControl way, String book) {
        return peek(notebooks.get(way).instance(book));
    }

    private LoadOutcome peek(InstanceId instance) {
        return store.execute(store.createHandle(tool(), instance), LoadInstance.of(LoadMode.peek()), TURN);
    }

    private OwnerId tool() {
        if (tool == null) {
            tool = store.execute(store.createHandle(), new CreateOwner(OwnerDescription.anonymous()), TURN);
        }
        return tool;
    }
}
