// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The bill of materials names each module that is published, has the version of all others, and that of the engine. */
class BillOfMaterialsTest {

    private static final Path ROOT = Path.of("..");
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern ARTIFACT =
            Pattern.compile("<artifactId>(rehydrate-[^<]+)</artifactId>\\s*<version>\\$\\{project.version}</version>");
    private static final Pattern VERSION =
            Pattern.compile("<artifactId>rehydrate(?:-bom)?</artifactId>\\s*" + "<version>([^<]+)</version>");
    private static final Pattern ENGINE =
            Pattern.compile("<artifactId>hazelcast</artifactId>\\s*<version>([^<]+)</version>");
    private static final Pattern ENGINE_OF_BOOT = Pattern.compile("<hazelcast.version>([^<]+)</hazelcast.version>");

    @Test
    void everyPublishedModuleIsInIt() throws IOException {
        Set<String> published = new TreeSet<>();
        for (String module : all(MODULE, pom(""))) {
            if (!module.equals("bom") && !pom(module).contains("<maven.deploy.skip>true")) {
                published.add("rehydrate-" + module);
            }
        }

        assertThat(published).isNotEmpty();
        assertThat(all(ARTIFACT, pom("bom"))).containsExactlyInAnyOrderElementsOf(published);
    }

    @Test
    void itHasTheVersionOfTheModules() throws IOException {
        assertThat(all(VERSION, pom("bom"))).isEqualTo(all(VERSION, pom("")));
    }

    @Test
    void theEngineIsTheOneThatThisIsBuiltWith() throws IOException {
        List<String> built = all(ENGINE, pom(""));

        assertThat(built).hasSize(1);
        assertThat(all(ENGINE, pom("bom"))).isEqualTo(built);
        assertThat(all(ENGINE_OF_BOOT, pom("spring-boot-example"))).isEqualTo(built);
        assertThat(all(ENGINE_OF_BOOT, pom("spring-boot-example/boot-3"))).isEqualTo(built);
    }

    private static String pom(String module) throws IOException {
        return Files.readString(ROOT.resolve(module).resolve("pom.xml"));
    }

    private static List<String> all(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.results().map(found -> found.group(1)).toList();
    }
}
