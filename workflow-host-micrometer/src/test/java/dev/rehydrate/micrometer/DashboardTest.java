// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import dev.rehydrate.store.micrometer.StoreMeters;
import dev.rehydrate.time.TimeSource;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Board and alerts ask for what a registry of Prometheus really shows, by name, label and value. */
class DashboardTest {

    private static final Path FOLDER = Path.of("..", "docs", "prometheus");
    private static final Pattern PANEL = Pattern.compile("\"expr\": \"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern SAMPLE = Pattern.compile("(?m)^([a-z_]+)(?:\\{([^}]*)})? ");
    private static final Pattern METRIC = Pattern.compile("(rehydrate_[a-z_]+)(?:\\{([^}]*)})?");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)(=~|=)\"([^\"]*)\"");
    private static final Pattern GROUPING = Pattern.compile(" by \\(([^)]*)\\)");
    /** Prometheus adds the first itself; the second is that of a histogram. */
    private static final Set<String> ALWAYS = Set.of("instance", "le");

    /** The values of each label of each metric that a process shows. */
    private static Map<String, Map<String, Set<String>>> shown() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        registry.config().meterFilter(new MeterFilter() {
            @Override
            public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
                return DistributionStatisticConfig.builder()
                        .percentilesHistogram(true)
                        .build()
                        .merge(config);
            }
        });
        HostMeters meters = HostMeters.on(registry);
        try (InstanceStore store =
                        MemoryInstanceStore.open(StoreOptions.defaults().withListener(StoreMeters.on(registry)));
                FarmMeters farm = FarmMeters.start(store, TimeSource.system(), registry);
                WorkflowHost host = Carts.host(store, "a", meters)) {
            assertThat(farm).isNotNull();
            meters.watch(host);
            host.call(Carts.ADD, "7").replyOrThrow();
            return labels(registry.scrape());
        }
    }

    private static Map<String, Map<String, Set<String>>> labels(String scrape) {
        Map<String, Map<String, Set<String>>> all = new HashMap<>();
        for (Matcher sample = SAMPLE.matcher(scrape); sample.find(); ) {
            Map<String, Set<String>> labels = all.computeIfAbsent(sample.group(1), name -> new HashMap<>());
            if (sample.group(2) != null) {
                for (Matcher label = LABEL.matcher(sample.group(2)); label.find(); ) {
                    labels.computeIfAbsent(label.group(1), name -> new HashSet<>())
                            .add(label.group(3));
                }
            }
        }
        return all;
    }

    private static List<String> questions() throws IOException {
        Stream<String> panels = PANEL.matcher(Files.readString(FOLDER.resolve("grafana.json")))
                .results()
                .map(panel -> panel.group(1).replace("\\\"", "\""));
        return Stream.concat(panels, alerts().stream()).toList();
    }

    private static List<String> alerts() throws IOException {
        return Files.readAllLines(FOLDER.resolve("alerts.yaml")).stream()
                .map(String::strip)
                .filter(line -> line.startsWith("expr: "))
                .map(line -> line.substring("expr: ".length()))
                .toList();
    }

    @Test
    void everyQuestionIsAboutWhatAProcessShows() throws IOException {
        Map<String, Map<String, Set<String>>> shown = shown();
        assertThat(alerts()).hasSize(6);
        assertThat(questions()).hasSizeGreaterThan(20).allSatisfy(question -> {
            Set<String> labels = new HashSet<>(ALWAYS);
            for (Matcher metric = METRIC.matcher(question); metric.find(); ) {
                assertThat(shown).as(question).containsKey(metric.group(1));
                Map<String, Set<String>> present = shown.get(metric.group(1));
                labels.addAll(present.keySet());
                if (metric.group(2) != null) {
                    requireValues(metric.group(2), present);
                }
            }
            for (Matcher grouping = GROUPING.matcher(question); grouping.find(); ) {
                assertThat(labels).as(question).contains(grouping.group(1).split(", ", -1));
            }
        });
    }

    private static void requireValues(String matchers, Map<String, Set<String>> present) {
        for (Matcher label = LABEL.matcher(matchers); label.find(); ) {
            assertThat(present.get(label.group(1)))
                    .as(label.group(1))
                    .contains(label.group(3).split("\\|", -1));
        }
    }

    @Test
    void everyMeterOfTheFarmIsOnTheBoard() throws IOException {
        String board = Files.readString(FOLDER.resolve("grafana.json"));

        assertThat(HostMeter.values())
                .allSatisfy(
                        meter -> assertThat(board).contains(meter.meterName().replace('.', '_')));
    }
}
