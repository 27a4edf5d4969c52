// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.correlation.KeyAlgorithm;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.engine.StorageException;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.sample.http.ServerSettings;
import dev.rehydrate.store.InstanceHandle;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What a client sees when the service cannot do what it should. */
class TroubleTest {

    private static final ServerSettings IMPATIENT = ServerSettings.DEFAULT.withCallDeadline(Duration.ofMillis(400));

    private final AtomicReference<Effect> broken = new AtomicReference<>();

    /** Repeats a request that was given up before it came so far, as is possible where the machine has much else to do. */
    private static HttpResponse<String> answered(Supplier<HttpResponse<String>> request, String wanted) {
        long begun = System.nanoTime();
        HttpResponse<String> answer = request.get();
        while (!text(answer).matches(wanted) && System.nanoTime() - begun < OpenFarm.PATIENCE.toNanos()) {
            answer = request.get();
        }
        assertThat(text(answer)).matches(wanted);
        return answer;
    }

    /** The status, and what is said of the trouble if there is one. */
    private static String text(HttpResponse<String> answer) {
        return answer.statusCode() + " " + OpenFarm.json(answer).path("type").asText();
    }

    private static void create(OpenFarm farm, String document) {
        answered(() -> farm.create(0, document, "text"), "(201|409) .*");
    }

    @Test
    void aDocumentThatIsHeldElsewhereIsLockedUntilItIsFree() throws IOException {
        try (OpenFarm farm = OpenFarm.start(IMPATIENT, options -> options)) {
            create(farm, "held");
            HttpResponse<String> refused;
            try (InstanceHandle holder = farm.observer().createHandle(farm.watching())) {
                farm.observer()
                        .execute(holder, LoadInstanceByKey.of(key("held"), LoadMode.hold()), OpenFarm.PATIENCE)
                        .snapshotOrThrow();
                refused = answered(() -> farm.append(1, "held", "more"), "423 .*document-busy");
            }

            assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
            answered(() -> farm.append(1, "held", "more"), "200 .*");
        }
    }

    private static InstanceKey key(String document) {
        return CorrelationKey.of(KeyAlgorithm.SHA_256_128, "documents", Map.of("id", document))
                .key();
    }

    @Test
    void withoutItsStoreTheServiceIsUnavailable() throws IOException {
        try (OpenFarm farm = OpenFarm.start(IMPATIENT, options -> options.withDecorator(this::breakable))) {
            create(farm, "d");
            List<String> before = farm.stored();

            broken.set(Effect.NONE);
            HttpResponse<String> edit = answered(() -> farm.append(1, "d", "more"), "503 .*:unavailable");
            HttpResponse<String> read = answered(() -> farm.get(0, "/documents/d"), "503 .*:unavailable");
            broken.set(null);

            for (HttpResponse<String> refused : List.of(edit, read)) {
                assertThat(refused.headers().firstValue("Retry-After")).hasValue("1");
                assertThat(refused.body()).doesNotContain("the disk", "Exception");
            }
            assertThat(farm.stored()).isEqualTo(before);
            answered(() -> farm.append(1, "d", "more"), "200 .*");
        }
    }

    @Test
    void aLostAnswerOfTheStoreIsNotCalledAFailure() throws IOException {
        try (OpenFarm farm = OpenFarm.start(IMPATIENT, options -> options.withDecorator(this::breakable))) {
            broken.set(Effect.UNKNOWN);
            HttpResponse<String> create = answered(() -> farm.create(0, "d", "text"), "503 .*outcome-unknown");
            broken.set(null);

            assertThat(OpenFarm.json(create).path("remedy").asText()).contains("compare");
        }
    }

    @Test
    void aClientThatDoesNotGoOnIsCutOff() throws IOException {
        ServerSettings hasty = ServerSettings.DEFAULT.withPatience(Duration.ofSeconds(1));
        String line = "POST /documents HTTP/1.1\r\nHost: farm\r\n";
        try (OpenFarm farm = OpenFarm.start(hasty, options -> options);
                Socket slowHeaders = sending(farm, line)) {
            String rest = "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
            String answer = "";
            // A connection whose request was not read within the second is closed as an idle one.
            for (int attempt = 0; attempt < 20 && answer.isEmpty(); attempt++) {
                try (Socket slowBody = sending(farm, line + rest)) {
                    answer = new String(slowBody.getInputStream().readAllBytes(), ISO_8859_1);
                } catch (SocketException reset) {
                    answer = "";
                }
            }

            assertThat(endsWithoutAnAnswer(slowHeaders)).isTrue();
            assertThat(answer).startsWith("HTTP/1.1 408").contains("client-too-slow", "Nothing was changed");
            assertThat(farm.create(0, "next").statusCode()).isEqualTo(201);
        }
    }

    private static Socket sending(OpenFarm farm, String request) throws IOException {
        Socket socket = new Socket(farm.uri(0).getHost(), farm.uri(0).getPort());
        socket.setSoTimeout((int) OpenFarm.PATIENCE.toMillis());
        socket.getOutputStream().write(request.getBytes(ISO_8859_1));
        return socket;
    }

    private static boolean endsWithoutAnAnswer(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException reset) {
            return true;
        }
    }

    @Test
    void aFarmThatHasStoppedTakesNoConnections() throws IOException {
        OpenFarm farm = OpenFarm.start();
        try {
            farm.create(0, "d", "text");
        } finally {
            farm.close();
        }

        assertThat(catchThrowable(() -> farm.get(0, "/documents/d"))).hasCauseInstanceOf(IOException.class);
    }

    private StorageEngine breakable(StorageEngine engine) {
        return (StorageEngine) Proxy.newProxyInstance(
                StorageEngine.class.getClassLoader(),
                new Class<?>[] {StorageEngine.class},
                (proxy, method, arguments) -> {
                    Effect effect = broken.get();
                    if (effect != null && method.getName().equals("apply")) {
                        return CompletableFuture.failedFuture(
                                new StorageException(effect, "the disk /dev/secret is gone", null));
                    }
                    try {
                        return method.invoke(engine, arguments);
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                });
    }
}
