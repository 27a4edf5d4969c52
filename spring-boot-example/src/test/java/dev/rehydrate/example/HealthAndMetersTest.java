// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.example;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.rehydrate.micrometer.FarmMeters;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.time.TimeSource;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.test.annotation.DirtiesContext;

/** What the actuator shows of a store. */
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "rehydrate.store=memory",
            "management.metrics.use-global-registry=false",
            // The readiness probe of docs/spring-boot.md: off Kubernetes, Spring Boot 3.5 does not start without the
            // first.
            "management.endpoint.health.probes.enabled=true",
            "management.endpoint.health.group.readiness.include=readinessState, rehydrate",
            "spring.datasource.url=jdbc:h2:mem:unused"
        })
@DirtiesContext
class HealthAndMetersTest {

    /** What docs/spring-boot.md shows for the figures of a farm. */
    @TestConfiguration(proxyBeanMethods = false)
    static class WithFarmMeters {

        @Bean(destroyMethod = "close")
        FarmMeters farmMeters(InstanceStore store, MeterRegistry registry) {
            return FarmMeters.start(store, TimeSource.system(), registry);
        }
    }

    private final HttpClient http = HttpClient.newHttpClient();

    @Autowired
    private Environment environment;

    @Autowired
    private InstanceStore store;

    @Test
    void theActuatorShowsTheStore() throws Exception {
        assertThat(send("POST", "/notes/health", "a").statusCode()).isEqualTo(200);

        JsonNode health = json("/actuator/health/rehydrate");
        assertThat(health.path("status").asText()).isEqualTo("UP");
        assertThat(health.path("details").path("store").asText()).isEqualTo("UP");
        assertThat(health.path("details").path("durability").asText()).isEqualTo("process");
        JsonNode saved = json("/actuator/metrics/rehydrate.command?tag=command:create-instance&tag=answer:saved");
        assertThat(saved.path("measurements").path(0).path("value").asInt()).isEqualTo(1);
        assertThat(measured("rehydrate.host.events?tag=event:created")).isEqualTo(1);
        assertThat(measured("rehydrate.host.memory")).isEqualTo(1);
        assertThat(measured("rehydrate.turn")).isEqualTo(1);
        assertThat(json("/actuator/metrics/rehydrate.farm.instances")
                        .path("name")
                        .asText())
                .isEqualTo("rehydrate.farm.instances");

        JsonNode ready = json("/actuator/health/readiness");
        assertThat(ready.path("status").asText()).isEqualTo("UP");

        store.close();

        assertThat(send("GET", "/actuator/health/readiness", "").statusCode()).isEqualTo(503);
        HttpResponse<String> down = send("GET", "/actuator/health/rehydrate", "");
        assertThat(down.statusCode()).isEqualTo(503);
        assertThat(down.body()).contains("\"DOWN\"").contains("closed");
    }

    private int measured(String meter) throws Exception {
        return json("/actuator/metrics/" + meter)
                .path("measurements")
                .path(0)
                .path("value")
                .asInt();
    }

    private JsonNode json(String path) throws Exception {
        HttpResponse<String> answer = send("GET", path, "");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return new ObjectMapper().readTree(answer.body());
    }

    private HttpResponse<String> send(String method, String path, String body) throws Exception {
        URI target = URI.create("http://127.0.0.1:" + environment.getProperty("local.server.port") + path);
        return http.send(
                HttpRequest.newBuilder(target)
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
