// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionMistakesTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    mode           | server       | mode is member or client, not 'server'
                    mode           | clinet       | did you mean 'client'?
                    durability     | proteced     | durability is memory or protected or write-behind, not 'proteced': did you mean 'protected'?
                    cluster-name   | ``           | cluster-name is one line of 1 to 200 characters, not ''
                    bind-address   | 0.0.0.0      | it means every network of the machine; name one
                    bind-address   | 10.0.0.256   | bind-address is an IPv4 address of this machine, not '10.0.0.256'
                    bind-address   | node-a       | bind-address is an IPv4 address of this machine, not 'node-a'
                    port           | http         | port is a whole number from 0 to 65535, not 'http'
                    port           | 65536        | port is a whole number from 0 to 65535, not '65536'
                    port           | -1           | port is a whole number from 0 to 65535, not '-1'
                    port           | 5701.0       | port is a whole number from 0 to 65535, not '5701.0'
                    port           | [5701, 5702] | port is a whole number from 0 to 65535, not '5701,5702': a list will not do
                    members        | 10.0.0.300   | '10.0.0.300' is neither a name nor IPv4
                    members        | a:b          | 'a:b' is neither
                    members        | node:70000   | a port is 1 to 65535, not 70000
                    members        | node-        | 'node-' is neither a name nor IPv4
                    backup-count   | 7            | backup-count is a whole number from 0 to 6, not '7'
                    farm-size      | 0            | farm-size is a whole number from 1 to 1000, not '0'
                    lease          | 30           | not '30': it has no unit; write 30s, 30m or 30ms
                    lease          | 999ms        | lease is a time from 1s to 3650d, not '999ms': it is too short
                    lease          | never        | not 'never': write it as 30s, PT30S or 00:00:30
                    sweep-period   | 0s           | it is too short
                    sweep-period   | PT-5S        | it is too short
                    claim-grace    | 3651d        | it is too long
                    idle-ttl       | soon         | idle-ttl is a time from 1ms to 3650d, or never, not 'soon'
                    payload-limit  | 16           | it has no unit; write 16B, 16KiB or 16MiB
                    payload-limit  | 16MB         | not '16MB': write it as 16MiB, 512KiB or 4096B
                    payload-limit  | 1023B        | it is too small
                    payload-limit  | 2GiB         | it is too large
                    """)
    void aValueThatCannotBeReadIsToldWithItsLine(String name, String value, String told) throws IOException {
        String line = name + ": " + (value.isEmpty() ? "''" : value);

        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new Said(folder).inFile("# ours", "", line).load().build())
                .withMessageContaining("farm.yaml, line 3, column 1: " + name)
                .withMessageContaining(told);
    }

    @ParameterizedTest
    @CsvSource({
        "backup-cuont, backup-count",
        "backupCount, backup-count",
        "backup_count, backup-count",
        "cluster, cluster-name",
        "bindadress, bind-address",
        "member, members",
        "leas, lease",
        "idle-tll, idle-ttl",
        "payloadlimit, payload-limit"
    })
    void anUnknownNameIsToldWithItsLineAndTheNearestOne(String wrong, String meant) throws IOException {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Said(folder)
                        .inFile("port: 6000", "  ", wrong + ": 1")
                        .load()
                        .build())
                .withMessageContaining(
                        "farm.yaml, line 3, column 1: '" + wrong + "' is not a setting; did you mean '" + meant + "'?");
    }

    @Test
    void nothingIsSuggestedIfNothingIsNear() throws IOException {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new Said(folder).inFile("thread-pool: {size: 3}").load().build())
                .withMessageEndingWith("line 1, column 1: 'thread-pool' is not a setting");
    }

    @Test
    void variablesAndPropertiesAreToldByTheirNames() throws IOException {
        Said said = new Said(folder)
                .byVariable("REHYDRATE_BACKUPCOUNT", "2")
                .byVariable("REHYDRATE_PORT", "high")
                .byVariable("UNRELATED", "1")
                .byProperty("clustername", "x")
                .byProperty("backup.count", "2")
                .byProperty("lease", "1");

        assertThat(mistakes(said))
                .containsExactly(
                        "environment variable REHYDRATE_BACKUPCOUNT: 'REHYDRATE_BACKUPCOUNT' is not a setting;"
                                + " did you mean 'REHYDRATE_BACKUP_COUNT'?",
                        "environment variable REHYDRATE_PORT: port is a whole number from 0 to 65535, not 'high'",
                        "system property rehydrate.backup.count: 'rehydrate.backup.count' is not a setting;"
                                + " did you mean 'rehydrate.backup-count'?",
                        "system property rehydrate.clustername: 'rehydrate.clustername' is not a setting;"
                                + " did you mean 'rehydrate.cluster-name'?",
                        "system property rehydrate.lease: lease is a time from 1s to 3650d, not '1':"
                                + " it has no unit; write 1s, 1m or 1ms");
    }

    @Test
    void propertiesOfTheTestsAreNobodysMistake() {
        Said said = new Said(folder).byProperty("seed", "42").byProperty("drills.rounds", "20");

        assertThatCode(() -> said.load().build()).doesNotThrowAnyException();
    }

    @Test
    void allMistakesOfAllSourcesAreToldAtOnce() throws IOException {
        Said said = new Said(folder)
                .inFile("lease: long", "durability: protected", "farm-size: 2", "prot: 1")
                .byVariable("REHYDRATE_PORT", "x");

        assertThat(mistakes(said))
                .satisfiesExactlyInAnyOrder(
                        mistake -> assertThat(mistake).contains("'prot' is not a setting; did you mean 'port'?"),
                        mistake -> assertThat(mistake).contains("line 1, column 1: lease is"),
                        mistake -> assertThat(mistake).contains("REHYDRATE_PORT"),
                        mistake -> assertThat(mistake).contains("needs a farm of 3 members or more"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    'port: 1\nport: 2'         | line 2, column 1: port is set twice; first at
                    'port:'                    | line 1, column 1: port has no value
                    'port: {a: 1}'             | line 1, column 1: port has no parts of its own
                    'members: [[a]]'           | line 1, column 11: an entry of members is one value
                    '- port'                   | line 1, column 1: a configuration is lines of name: value
                    'just words'               | line 1, column 1: a configuration is lines of name: value
                    'port: 1\n---\nport: 2'    | line 3, column 1: a configuration is one document
                    'port: 1\n  lease: 3s'     | line 2, column 8: this is not YAML
                    'port: "1'                 | this is not YAML
                    'port: &a 1\nlease: *a'    | lease is a time
                    """)
    void aFileThatIsMalformedIsToldWithItsLine(String text, String told) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Said(folder)
                        .inFile(text.replace("\\n", "\n"))
                        .load()
                        .build())
                .withMessageContaining("farm.yaml")
                .withMessageContaining(told);
    }

    @Test
    void anEmptyFileSaysNothing() {
        assertThatCode(() -> new Said(folder).inFile("# port: 1").load().build())
                .doesNotThrowAnyException();
        assertThatCode(() -> new Said(folder).inFile("").load().build()).doesNotThrowAnyException();
    }

    @Test
    void aFileThatIsNamedMustBeThere() {
        Path missing = folder.resolve("missing.yaml");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> HazelcastStoreOptions.load(missing).build())
                .withMessageContaining("missing.yaml: cannot be read: java.nio.file.NoSuchFileException");
    }

    private static List<String> mistakes(Said said) throws IOException {
        HazelcastStoreOptionsBuilder loaded = said.load();
        try {
            loaded.build();
        } catch (IllegalArgumentException refused) {
            return refused.getMessage()
                    .lines()
                    .filter(line -> line.startsWith("  - "))
                    .map(line -> line.substring(4))
                    .toList();
        }
        return List.of();
    }
}
