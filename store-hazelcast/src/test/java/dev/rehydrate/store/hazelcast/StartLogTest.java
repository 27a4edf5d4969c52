// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions.Mode;
import dev.rehydrate.store.hazelcast.log.QuietEngineLog;
import dev.rehydrate.store.hazelcast.start.OwnNetwork;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

/** What a start says in the log. */
class StartLogTest {

    private final HazelcastStoreOptionsBuilder settings =
            HazelcastStoreOptions.builder().clusterName("test-" + UUID.randomUUID());

    private static List<String> textsFrom(CapturedLog log, Level level) {
        return log.from(level).stream().map(CapturedLog.Line::text).toList();
    }

    @Test
    void aMemberThatStartsIsOneLineAndItsWarnings() {
        try (CapturedLog log = CapturedLog.open();
                HazelcastInstanceStore store =
                        HazelcastInstanceStore.startMember(settings.port(0).build())) {
            assertThat(textsFrom(log, Level.INFO))
                    .filteredOn(text -> !text.startsWith("durability=memory: "))
                    .singleElement()
                    .asString()
                    .startsWith(
                            "a member has started: address=" + store.members().get(0) + " cluster-name=test-")
                    .contains(" members=1 durability=memory backup-count=1 took=");
            assertThat(log.from(Level.DEBUG))
                    .as("what the engine says is there for those who ask for it")
                    .anyMatch(
                            line -> line.level() == Level.DEBUG && line.logger().startsWith("com.hazelcast"))
                    .anyMatch(line ->
                            line.text().contains("setting") && line.text().contains("from"));
        }
    }

    @Test
    void aClientThatConnectsIsOneLine() {
        try (HazelcastInstanceStore member =
                        HazelcastInstanceStore.startMember(settings.port(0).build());
                CapturedLog log = CapturedLog.open();
                HazelcastInstanceStore client = HazelcastInstanceStore.start(
                        settings.mode(Mode.CLIENT).members(member.members()).build())) {
            assertThat(client.members()).hasSize(1);
            assertThat(textsFrom(log, Level.INFO))
                    .filteredOn(text -> text.startsWith("a client"))
                    .singleElement()
                    .asString()
                    .startsWith("a client has connected: address=")
                    .contains(" members=1 durability=memory took=");
            assertThat(log.from(Level.INFO)).hasSizeLessThanOrEqualTo(2);
        }
    }

    /** It is not refused, for it may be changed member by member. */
    @Test
    void anotherMemoryOfCommandsIsAWarningOfMembersAndClients() {
        try (HazelcastInstanceStore first =
                        HazelcastInstanceStore.startMember(settings.port(0).build());
                CapturedLog log = CapturedLog.open()) {
            settings.members(first.members());
            HazelcastInstanceStore.start(settings.mode(Mode.CLIENT).build()).close();
            assertThat(log.warnings("memory-retention")).isZero();

            settings.memoryRetention(Duration.ofHours(2));
            HazelcastInstanceStore.start(settings.build()).close();
            HazelcastInstanceStore.startMember(settings.mode(Mode.MEMBER).build())
                    .close();

            assertThat(log.warnings("memory-retention=2h at this process and memory-retention=1h at "
                            + first.members().get(0)))
                    .isEqualTo(2);
        }
    }

    @Test
    void warningsOfTheEngineStayWarnings() {
        try (CapturedLog log = CapturedLog.open()) {
            com.hazelcast.logging.Logger.newLoggerFactory(QuietEngineLog.type())
                    .getLogger("com.hazelcast.test")
                    .warning("of the engine");
            com.hazelcast.logging.Logger.newLoggerFactory(QuietEngineLog.type())
                    .getLogger("com.hazelcast.test")
                    .severe("broken");

            assertThat(log.from(Level.WARN))
                    .containsExactly(
                            new CapturedLog.Line(Level.WARN, "com.hazelcast.test", "of the engine"),
                            new CapturedLog.Line(Level.ERROR, "com.hazelcast.test", "broken"));
        }
    }

    @Test
    void aMemberOfSomebodyElseLogsAsItsConfigurationSays() {
        assertThat(QuietEngineLog.type()).isNotEmpty();
        Config config = new Config().setClusterName("test-" + UUID.randomUUID());
        OwnNetwork.of(config, settings.port(0).build());
        config.setProperty("hazelcast.logging.type", "slf4j");
        try (CapturedLog log = CapturedLog.open()) {
            HazelcastInstance member = Hazelcast.newHazelcastInstance(config);
            member.getLifecycleService().terminate();

            assertThat(log.from(Level.INFO)).hasSizeGreaterThan(10);
        }
    }
}
