// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rehydrate.store.StoreDependent;
import dev.rehydrate.store.hazelcast.start.OwnNetwork;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What docs/kubernetes.md and its manifests say is what the code does. */
class KubernetesTest {

    private static final Path DOCS = Path.of("..", "docs");
    private static final Path FOLDER = DOCS.resolve("kubernetes");

    @TempDir
    Path folder;

    private static Yaml manifest(String kind, String name) throws IOException {
        return Yaml.documents(FOLDER.resolve("orders.yaml")).stream()
                .filter(each -> each.at("kind").text().equals(kind))
                .filter(each -> each.at("metadata/name").text().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Yaml pod() throws IOException {
        return manifest("StatefulSet", "orders").at("spec/template/spec");
    }

    private static Yaml container() throws IOException {
        return pod().at("containers/0");
    }

    /** The settings of the manifest, in the environment that its pods would have. */
    private Said environment() throws IOException {
        Said said = new Said(folder);
        for (Yaml variable : container().at("env").items()) {
            boolean own = variable.at("valueFrom/fieldRef/fieldPath").content().equals("status.podIP");
            said.byVariable(
                    variable.at("name").text(),
                    own ? "10.1.0.5" : variable.at("value").text());
        }
        return said;
    }

    @Test
    void theSettingsOfTheManifestAreSettings() throws IOException {
        HazelcastStoreOptions options = environment().load().build();

        assertThat(options.durability()).isEqualTo(Durability.PROTECTED);
        assertThat(manifest("StatefulSet", "orders").at("spec/replicas").text())
                .isEqualTo(String.valueOf(options.farmSize()));
        assertThat(options.members()).isEmpty();
        assertThat(options.shutdownHook()).isTrue();
    }

    @Test
    void theNameOfTheMembersIsThatOfTheHeadlessService() throws IOException {
        HazelcastStoreOptions options = environment().load().build();
        String name = options.membersDns().get(0);
        Yaml headless = manifest("Service", name);

        assertThat(headless.at("spec/clusterIP").text()).isEqualTo("None");
        assertThat(headless.at("spec/publishNotReadyAddresses").text()).isEqualTo("true");
        assertThat(headless.at("spec/ports/0/port").text()).isEqualTo(String.valueOf(options.port()));
        assertThat(manifest("StatefulSet", "orders").at("spec/serviceName").text())
                .isEqualTo(name);
    }

    @Test
    void everySettingThatTheGuideNamesIsOne() throws IOException {
        Stream<String> settings = StoreSettings.ALL.names().stream()
                .map(name -> "REHYDRATE_" + name.toUpperCase(Locale.ROOT).replace('-', '_'));
        // The guide names one of the variables that Kubernetes sets.
        List<String> known =
                Stream.concat(settings, Stream.of("REHYDRATE_SERVICE_HOST")).toList();
        for (Path file : List.of(
                DOCS.resolve("kubernetes.md"), FOLDER.resolve("orders.yaml"), FOLDER.resolve("Containerfile"))) {
            assertThat(Pattern.compile("REHYDRATE_[A-Z0-9_]*[A-Z0-9]")
                            .matcher(Files.readString(file))
                            .results())
                    .as(file.toString())
                    .allSatisfy(found -> assertThat(known).contains(found.group()));
        }
    }

    @Test
    void theEndOfAPodIsLongerThanThatOfAMember() throws IOException {
        long before = Long.parseLong(
                container().at("lifecycle/preStop/exec/command/1").text());

        assertThat(before).isPositive();
        assertThat(Long.parseLong(pod().at("terminationGracePeriodSeconds").text()))
                .isGreaterThan(
                        before + StoreDependent.LONGEST_END.toSeconds() + OwnNetwork.LONGEST_LEAVING.toSeconds());
    }

    @Test
    void everyPortThatIsNamedIsOneOfTheContainer() throws IOException {
        List<Yaml> ports = container().at("ports").items();

        assertThat(ports).extracting(port -> port.at("name").text()).containsExactly("http", "member");
        assertThat(ports.get(1).at("containerPort").text())
                .isEqualTo(String.valueOf(environment().load().build().port()));
        assertThat(container().at("readinessProbe/httpGet/port").text()).isEqualTo("http");
        assertThat(manifest("NetworkPolicy", "orders").at("spec/ingress").items())
                .extracting(rule -> rule.at("ports/0/port").text())
                .containsExactly("http", "member");
    }

    @ParameterizedTest
    @CsvSource({
        "REHYDRATE_PORT, tcp://10.96.0.12:5701",
        "REHYDRATE_PORT, tcp://[fd00::12]:5701",
        "REHYDRATE_SERVICE_HOST, 10.96.0.12",
        "REHYDRATE_SERVICE_PORT, 5701",
        "REHYDRATE_SERVICE_PORT_MEMBER, 5701",
        "REHYDRATE_PORT_5701_TCP, tcp://10.96.0.12:5701",
        "REHYDRATE_PORT_5701_TCP_PROTO, tcp",
        "REHYDRATE_PORT_5701_TCP_PORT, 5701",
        "REHYDRATE_PORT_5701_TCP_ADDR, 10.96.0.12",
        "REHYDRATE_PORT_53_UDP_ADDR, 10.96.0.12",
        "REHYDRATE_CONSOLE_SERVICE_HOST, 10.96.0.13",
        "REHYDRATE_CONSOLE_PORT, tcp://10.96.0.13:80",
        "REHYDRATE_CONSOLE_PORT_80_TCP_ADDR, 10.96.0.13",
    })
    void variablesOfAServiceAreLeftAlone(String name, String value) throws IOException {
        HazelcastStoreOptions options =
                new Said(folder).byVariable(name, value).load().build();

        assertThat(options.port()).isEqualTo(5701);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "REHYDRATE_SERVICE",
                "REHYDRATE_HOST",
                "REHYDRATE_PORTS",
                "REHYDRATE_PORT_5701",
                "REHYDRATE_PORT_HTTP_TCP",
                "REHYDRATE_PORT_5701_TCP_NAME",
                "REHYDRATE_MEMBER_PORT",
                "REHYDRATE_service_host"
            })
    void otherNamesAreStillRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new Said(folder).byVariable(name, "5701").load().build())
                .withMessageContaining("environment variable " + name + ": '" + name + "' is not a setting");
    }

    @Test
    void thePortOfTheFarmCanStillBeSaid() throws IOException {
        assertThat(new Said(folder)
                        .byVariable("REHYDRATE_PORT", "6001")
                        .byVariable("REHYDRATE_SERVICE_PORT", "80")
                        .load()
                        .build()
                        .port())
                .isEqualTo(6001);
    }
}
