// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What {@code requires static transitive} names has to be there when an application with a {@code module-info} is compiled, so it has to
 * come with the artifact.
 */
class ModulesTest {

    private static final Pattern DEMANDED = Pattern.compile("requires static transitive ([\\w.]+);");
    private static final Pattern LEFT_OUT =
            Pattern.compile("<artifactId>jspecify</artifactId>\\s*<(?:scope>(?:provided|test)|optional>true)<");

    @Test
    void anApplicationWithModulesFindsWhatItIsCompiledWith() throws IOException {
        List<Path> modules;
        try (Stream<Path> directories = Files.list(Path.of(".."))) {
            modules = directories
                    .filter(directory -> Files.exists(descriptor(directory)))
                    .toList();
        }

        assertThat(modules).hasSizeGreaterThan(10).allSatisfy(module -> {
            assertThat(DEMANDED.matcher(Files.readString(descriptor(module))).results())
                    .extracting(found -> found.group(1))
                    .isSubsetOf("org.jspecify");
            assertThat(Files.readString(module.resolve("pom.xml"))).doesNotContainPattern(LEFT_OUT);
        });
    }

    private static Path descriptor(Path module) {
        return module.resolve(Path.of("src", "main", "java", "module-info.java"));
    }
}
