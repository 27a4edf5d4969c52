// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An application whose pom leaves the version of Hazelcast to Spring Boot. */
class WrongHazelcastTest {

    @Test
    void theStartSaysWhatToWriteInThePom() throws Exception {
        String other = System.getProperty("other.hazelcast");
        assertThat(new File(other)).exists();
        String classPath = Stream.concat(
                        Stream.of(other),
                        Stream.of(NodeProcess.classPath().split(File.pathSeparator))
                                .filter(entry -> !new File(entry).getName().startsWith("hazelcast-")))
                .collect(Collectors.joining(File.pathSeparator));

        try (NodeProcess node = NodeProcess.start(classPath, "--server.port=0", "--rehydrate.store=hazelcast")) {
            assertThat(node.exitCode(60)).isEqualTo(1);
            assertThat(node.text())
                    .contains("APPLICATION FAILED TO START")
                    .contains(
                            "Hazelcast 5.5.0 is on the class path, and store-hazelcast needs 5.7.0 or later: in a pom whose"
                                    + " parent is that of Spring Boot, write <hazelcast.version>5.7.0</hazelcast.version>")
                    .doesNotContain("NoSuchMethodError");
        }
    }
}
