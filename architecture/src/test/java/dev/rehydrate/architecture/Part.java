// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;

/**
 * Some packages of ours, and which others of ours they may see.
 *
 * <p>Package patterns are relative to a root, so that the same rules can be tried on fixtures.
 */
record Part(String name, List<String> packages, List<Part> maySee) {

    /** Annotations, for the packages of all modules. */
    private static final Part STABILITY = new Part("stability", List.of("stability"), List.of());

    // The packages of store-api, from the inside out.
    private static final Part INSTANCE = new Part("instance", List.of("instance"), List.of());
    private static final Part TIME = new Part("time", List.of("time"), List.of());
    private static final Part CODEC = new Part("codec", List.of("codec"), List.of(INSTANCE));
    private static final Part COMMAND = new Part("command", List.of("command.."), List.of(INSTANCE, CODEC));
    private static final Part RECORDING = new Part("recording", List.of("recording"), List.of(INSTANCE));
    private static final Part SLOT = new Part(
            "slot",
            List.of("slot", "slot.decision", "slot.operation", "slot.scan"),
            List.of(INSTANCE, CODEC, COMMAND, RECORDING));
    private static final Part ENGINE =
            new Part("engine", List.of("engine"), List.of(INSTANCE, CODEC, COMMAND, SLOT, TIME));
    private static final Part TYPED = new Part("typed", List.of("typed"), List.of(INSTANCE, CODEC, COMMAND));
    private static final Part STORE = new Part(
            "store",
            List.of(
                    "store",
                    "store.inspection",
                    "store.waiting",
                    "store.liveness",
                    "store.runnable",
                    "store.value",
                    "store.owner",
                    "store.observation",
                    "store.runtime",
                    "store.execution",
                    "store.maintenance",
                    "store.diagnostics",
                    "store.typed"),
            List.of(INSTANCE, CODEC, COMMAND, RECORDING, SLOT, ENGINE, TIME, TYPED));

    private static final Part SETTINGS =
            new Part("settings", List.of("settings"), List.of(CODEC, RECORDING, SLOT, STORE));

    static final List<Part> LAYERS =
            List.of(STABILITY, INSTANCE, TIME, CODEC, COMMAND, RECORDING, SLOT, ENGINE, TYPED, STORE, SETTINGS);

    static final Part STORE_API = new Part(
            "store-api", LAYERS.stream().flatMap(l -> l.packages().stream()).toList(), List.of());
    private static final Part FORMAT = new Part("store-format", List.of("format.."), List.of(STORE_API));
    private static final Part CODECS =
            new Part("store-codecs", List.of("codec.jackson..", "codec.kryo.."), List.of(STORE_API));
    private static final Part MEMORY = new Part("store-memory", List.of("store.memory.."), List.of(STORE_API));
    private static final Part JDBC = new Part("store-jdbc", List.of("store.jdbc.."), List.of(STORE_API, FORMAT));
    private static final Part HAZELCAST =
            new Part("store-hazelcast", List.of("store.hazelcast.."), List.of(STORE_API, FORMAT, JDBC));
    private static final Part MICROMETER =
            new Part("store-micrometer", List.of("store.micrometer.."), List.of(STORE_API));
    private static final Part TCK = new Part("store-tck", List.of("tck..", "store.tck.."), List.of(STORE_API));
    private static final Part HOST = new Part("workflow-host", List.of("host..", "correlation.."), List.of(STORE_API));
    private static final Part HOST_JUNIT =
            new Part("workflow-host-junit", List.of("junit.."), List.of(STORE_API, CODECS, MEMORY, TCK, HOST));
    private static final Part HOST_MICROMETER =
            new Part("workflow-host-micrometer", List.of("micrometer.."), List.of(STORE_API, HOST));
    private static final Part OPERATIONS = new Part("operations", List.of("operations.."), List.of(STORE_API, HOST));
    private static final Part CONSOLE = new Part("console", List.of("console.."), List.of(STORE_API, HOST, OPERATIONS));
    private static final Part CLI =
            new Part("cli", List.of("cli.."), List.of(STORE_API, CODECS, JDBC, HAZELCAST, HOST, OPERATIONS));
    private static final Part STARTER = new Part(
            "spring-boot-starter",
            List.of("spring.boot"),
            List.of(STORE_API, CODECS, MEMORY, JDBC, HAZELCAST, MICROMETER, HOST, HOST_MICROMETER));
    private static final Part STARTER_TEST =
            new Part("spring-boot-starter-test", List.of("spring.boot.test"), List.of(STARTER));
    private static final Part SAMPLE = new Part(
            "sample-workflow",
            List.of("sample.."),
            List.of(STORE_API, CODECS, MEMORY, JDBC, HAZELCAST, TCK, HOST, CONSOLE));

    /** The modules that exist. */
    static final List<Part> MODULES = List.of(
            STORE_API,
            FORMAT,
            CODECS,
            MEMORY,
            JDBC,
            HAZELCAST,
            MICROMETER,
            TCK,
            HOST,
            HOST_JUNIT,
            HOST_MICROMETER,
            OPERATIONS,
            CONSOLE,
            CLI,
            STARTER,
            STARTER_TEST,
            SAMPLE);

    /** The modules that are planned; a rule about them may find nothing to judge. */
    static final List<Part> PLANNED = List.of();

    String[] packagesUnder(String root) {
        return packages.stream().map(p -> root + "." + p).toArray(String[]::new);
    }

    /** Says that this part sees itself, the parts it may see, and what is not ours. */
    ArchRule arrow(String root) {
        String[] visible = Stream.concat(Stream.of(this, STABILITY), maySee.stream())
                .flatMap(part -> Stream.of(part.packagesUnder(root)))
                .toArray(String[]::new);
        String sees = maySee.isEmpty()
                ? "nothing of ours"
                : "only " + String.join(", ", maySee.stream().map(Part::name).toList());
        return classes()
                .that(resideInAnyPackage(packagesUnder(root)))
                .should()
                .onlyDependOnClassesThat(resideOutsideOfPackage(root + "..").or(resideInAnyPackage(visible)))
                .as(name + " sees " + sees);
    }
}
