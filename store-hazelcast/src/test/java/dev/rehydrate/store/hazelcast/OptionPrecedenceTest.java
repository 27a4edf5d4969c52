// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rehydrate.slot.EndRetention;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions.Mode;
import dev.rehydrate.store.hazelcast.farm.ApplicationName;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptionPrecedenceTest {

    @TempDir
    private Path folder;

    @Test
    void nothingSaidIsALoopbackMemberWithOneBackup() throws IOException {
        HazelcastStoreOptions options = new Said(folder).load().build();

        assertThat(options.mode()).isEqualTo(Mode.MEMBER);
        assertThat(options.clusterName()).isEqualTo(ApplicationName.ofThisProcess());
        assertThat(options.bindAddress()).isEqualTo("127.0.0.1");
        assertThat(options.port()).isEqualTo(5701);
        assertThat(options.members()).containsExactly("127.0.0.1");
        assertThat(options.durability()).isEqualTo(Durability.MEMORY);
        assertThat(options.backupCount()).isEqualTo(1);
        assertThat(options.farmSize()).isEqualTo(1);
        assertThat(options.payloadLimit()).isEqualTo(16 << 20);
    }

    @Test
    void periodsThatAreNotSetAreThoseOfEveryProvider() {
        StoreOptions everywhere = StoreOptions.defaults();

        StoreOptions here = HazelcastStoreOptions.builder().build().store();

        assertThat(here.lease()).isEqualTo(everywhere.lease());
        assertThat(here.detectionPeriod()).isEqualTo(everywhere.detectionPeriod());
        assertThat(here.sweepPeriod()).isEqualTo(everywhere.sweepPeriod());
        assertThat(here.claimGrace()).isEqualTo(everywhere.claimGrace());
        assertThat(here.defaultIdleTtl()).isEqualTo(everywhere.defaultIdleTtl());
        assertThat(here.memoryRetention()).isEqualTo(everywhere.memoryRetention());
        assertThat(here.endRetention()).isEqualTo(everywhere.endRetention());
    }

    @Test
    void whatAFrameworkHasFoundIsReadAsAFileIs() {
        Map<String, String> found = Map.of("port", "0", "members", "127.0.0.1:1, 127.0.0.1:2", "lease", "45s");

        HazelcastStoreOptions options = HazelcastStoreOptions.given(found, name -> "application.yaml")
                .port(5801)
                .build();

        assertThat(options.members()).containsExactly("127.0.0.1:1", "127.0.0.1:2");
        assertThat(options.store().lease()).isEqualTo(Duration.ofSeconds(45));
        assertThat(options.port()).as("code wins").isEqualTo(5801);
        assertThat(options.describe()).containsPattern("lease +45s +application.yaml");
    }

    @Test
    void whatAFrameworkHasFoundIsRefusedAsInAFile() {
        Map<String, String> found = Map.of("backup-cuont", "2", "lease", "30");

        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        HazelcastStoreOptions.given(found, name -> "there").build())
                .withMessageContaining("there: 'backup-cuont' is not a setting; did you mean 'backup-count'?")
                .withMessageContaining("there: lease is a time from 1s to 3650d, not '30': it has no unit");
    }

    @Test
    void theRetentionOfEachEndStateHasAName() throws IOException {
        Said said = new Said(folder).inFile("completed-retention: 9d", "failed-retention: 30d");
        said.byVariable("REHYDRATE_FAILED_RETENTION", "never");

        EndRetention kept = said.load().build().store().endRetention();

        assertThat(kept).isEqualTo(EndRetention.NEVER.ofCompleted(Duration.ofDays(9)));
    }

    @Test
    void theRetentionInCodeStaysWhereNoneIsSet() {
        StoreOptions inCode =
                StoreOptions.defaults().withEndRetention(new EndRetention(Duration.ofDays(9), Duration.ofDays(9)));

        HazelcastStoreOptions options = HazelcastStoreOptions.given(Map.of("failed-retention", "30d"), name -> "there")
                .common(inCode)
                .build();

        assertThat(options.store().endRetention()).isEqualTo(new EndRetention(Duration.ofDays(9), Duration.ofDays(30)));
        assertThat(options.describe())
                .as("what holds, also if no source has set it")
                .containsPattern("completed-retention +9d +code")
                .containsPattern("failed-retention +30d +there")
                .containsPattern("recorded-changes +0 +default");
    }

    @Test
    void theTableSaysWhichCommonOptionsHold() {
        String table = HazelcastStoreOptions.builder()
                .common(StoreOptions.defaults()
                        .withEndRetention(EndRetention.NEVER.ofFailed(Duration.ofHours(1)))
                        .withRecordedChanges(8))
                .build()
                .describe();

        assertThat(table)
                .containsPattern("completed-retention +never +default")
                .containsPattern("failed-retention +1h +code")
                .containsPattern("recorded-changes +8 +code");
    }

    @Test
    void theRetentionInCodeOverrulesTheFile() throws IOException {
        EndRetention kept = EndRetention.NEVER.ofFailed(Duration.ofDays(1));
        Said said = new Said(folder).inFile("completed-retention: 9d");

        assertThat(said.load()
                        .completedRetention(null)
                        .failedRetention(Duration.ofDays(1))
                        .build()
                        .store()
                        .endRetention())
                .isEqualTo(kept);
        assertThat(HazelcastStoreOptions.builder()
                        .store(StoreOptions.defaults().withEndRetention(kept))
                        .build()
                        .store()
                        .endRetention())
                .isEqualTo(kept);
    }

    @Test
    void eachSourceOverrulesTheOnesBeforeIt() throws IOException {
        Said said = new Said(folder).onClassPath("cluster-name: class-path");
        assertThat(said.load().build().clusterName()).isEqualTo("class-path");

        said.inFile("cluster-name: file");
        assertThat(said.load().build().clusterName()).isEqualTo("file");

        said.byVariable("REHYDRATE_CLUSTER_NAME", "variable");
        assertThat(said.load().build().clusterName()).isEqualTo("variable");

        said.byProperty("cluster-name", "property");
        assertThat(said.load().build().clusterName()).isEqualTo("property");

        assertThat(said.load().clusterName("code").build().clusterName()).isEqualTo("code");
    }

    @Test
    void sourcesAreMixedSettingBySetting() throws IOException {
        HazelcastStoreOptions options = new Said(folder)
                .inFile("port: 6002", "lease: 10s", "sweep-period: 1m")
                .byVariable("REHYDRATE_SWEEP_PERIOD", "2m")
                .load()
                .idleTtl(Duration.ofDays(1))
                .build();

        assertThat(options.port()).isEqualTo(6002);
        assertThat(options.store().lease()).isEqualTo(Duration.ofSeconds(10));
        assertThat(options.store().sweepPeriod()).isEqualTo(Duration.ofMinutes(2));
        assertThat(options.store().defaultIdleTtl()).isEqualTo(Duration.ofDays(1));
    }

    @Test
    void aFileThatIsNamedIsReadInPlaceOfTheOneOnTheClassPath() throws IOException {
        HazelcastStoreOptions options = new Said(folder)
                .onClassPath("prot: 1", "lease: 10s")
                .inFile("port: 6002")
                .load()
                .build();

        assertThat(options.port()).isEqualTo(6002);
        assertThat(options.store().lease()).isEqualTo(StoreOptions.defaults().lease());
    }

    @Test
    void theFileCanBeNamedInTheEnvironment() throws IOException {
        Said said = new Said(folder);
        said.byVariable("REHYDRATE_CONFIG", said.file("port: 6003").toString());

        assertThat(said.load().build().port()).isEqualTo(6003);
    }

    @Test
    void aListIsWrittenAsAListOrWithCommas() throws IOException {
        List<String> members = List.of("10.0.0.1", "10.0.0.2:6000");

        assertThat(clientOf("members: [10.0.0.1, 10.0.0.2:6000]").members()).isEqualTo(members);
        assertThat(clientOf("members:", "- 10.0.0.1", "- 10.0.0.2:6000").members())
                .isEqualTo(members);
        assertThat(clientOf("members: 10.0.0.1, 10.0.0.2:6000").members()).isEqualTo(members);
    }

    private HazelcastStoreOptions clientOf(String... lines) throws IOException {
        return new Said(folder)
                .inFile(lines)
                .load()
                .clusterName("orders")
                .mode(Mode.CLIENT)
                .build();
    }

    @Test
    void theTableSaysWhereEveryValueCameFrom() throws IOException {
        Said said = new Said(folder)
                .inFile("# ours", "port: 6002")
                .byVariable("REHYDRATE_LEASE", "PT40S")
                .byProperty("idle-ttl", "48:00:00");

        String table = said.load().clusterName("orders").build().describe();

        assertThat(table.lines().map(line -> line.replaceAll("  +", "|")))
                .hasSize(1 + StoreSettings.ALL.all().size())
                .contains(
                        "setting|value|from",
                        "port|6002|" + folder.resolve("farm.yaml") + ", line 2, column 1",
                        "lease|40s|environment variable REHYDRATE_LEASE",
                        "idle-ttl|2d|system property rehydrate.idle-ttl",
                        "cluster-name|orders|code",
                        "sweep-period|30s|default");
    }
}
