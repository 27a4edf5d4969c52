// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.grid;

import com.zaxxer.hikari.HikariDataSource;
import dev.rehydrate.store.hazelcast.TestCluster;
import dev.rehydrate.tck.InstanceStoreConformance;
import dev.rehydrate.tck.StoreFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;

/** The kit on a file with a member in front of it. */
final class MemberBeforeFileConformanceTest extends InstanceStoreConformance {

    private static final TestCluster CLUSTER = TestCluster.of(1);
    private static final HikariDataSource DATABASE = Pools.of("jdbc:h2:file:" + newFile(), "");

    private static Path newFile() {
        try {
            Path directory = Files.createDirectories(Path.of("target", "tmp").toAbsolutePath());
            return Files.createTempDirectory(directory, "h2").resolve("kit");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    protected StoreFixture newFixture() {
        return new GridFixture(CLUSTER, DATABASE);
    }

    @AfterAll
    static void stop() {
        DATABASE.close();
        CLUSTER.close();
    }
}
