// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.sample.http.LoopbackServer;
import dev.rehydrate.sample.http.ServerSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Addresses of the page's server that are neither the page nor the console. */
class ToThePageTest {

    private LoopbackServer server;

    @BeforeEach
    void start() throws IOException {
        server = LoopbackServer.start("page", 0, ServerSettings.DEFAULT, new ToThePage());
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private HttpResponse<String> answer(String method, String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.uri() + path))
                                .method(method, BodyPublishers.ofString(method.equals("POST") ? "x".repeat(100) : ""))
                                .build(),
                        BodyHandlers.ofString());
    }

    @Test
    void theServerAloneLeadsToThePage() throws Exception {
        HttpResponse<String> answer = answer("GET", "/");

        assertThat(answer.statusCode()).isEqualTo(302);
        assertThat(answer.headers().firstValue("Location").orElseThrow()).endsWith("/farm");
    }

    @ParameterizedTest
    @CsvSource({"GET, /consolex", "GET, /farmx", "GET, /x/y?z", "POST, /consolex"})
    void anotherAddressIsNotFound(String method, String path) throws Exception {
        HttpResponse<String> answer = answer(method, path);

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body())
                .contains(
                        "\"status\":404",
                        "there is nothing at this address; the page is at /farm, the console at /console/");
    }
}
