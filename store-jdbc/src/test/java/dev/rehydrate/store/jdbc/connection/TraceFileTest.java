// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceFileTest {

    @TempDir
    private Path directory;

    private static Map<Object, Object> settings(String url) {
        Properties properties = new Properties();
        TraceFile.leaveOut(url, properties);
        return properties;
    }

    @Test
    void whereNoFileCanBeMadeThereIsNoTrace() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "no directory");

        for (String url :
                new String[] {"jdbc:h2:file:" + file + "/store", "jdbc:h2:" + file + "/deeper/store;LOCK_TIMEOUT=1"}) {
            assertThat(settings(url)).as(url).isEqualTo(Map.of("TRACE_LEVEL_FILE", "0"));
        }
        assertThat(settings("jdbc:h2:file:" + file + "/store;trace_level_file=2"))
                .as("what the URL says")
                .isEmpty();
    }

    @Test
    void elsewhereItIsAsEver() {
        for (String url : new String[] {
            "jdbc:h2:file:" + directory + "/store",
            "jdbc:h2:" + directory + "/deeper/store",
            "jdbc:h2:mem:one",
            "jdbc:h2:tcp://nowhere/root/store"
        }) {
            assertThat(settings(url)).as(url).isEmpty();
        }
    }
}
