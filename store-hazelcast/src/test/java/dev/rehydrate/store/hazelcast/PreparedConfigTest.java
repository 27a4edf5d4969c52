// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.config.ClassFilter;
import com.hazelcast.config.Config;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.MapConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.start.ClusterConfig;
import dev.rehydrate.store.hazelcast.start.OwnNetwork;
import dev.rehydrate.store.hazelcast.stored.MapNames;
import dev.rehydrate.store.hazelcast.stored.TypeIds;
import dev.rehydrate.stranger.ValueA;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Clusters that the application configures. */
class PreparedConfigTest {

    private static final HazelcastStoreOptions PLAIN =
            HazelcastStoreOptions.builder().build();
    private static final HazelcastStoreOptions PROTECTED =
            HazelcastStoreOptions.builder().durability(Durability.PROTECTED).build();

    private static Config theirs() {
        Config config = new Config()
                .setClusterName("theirs")
                .setProperty("hazelcast.operation.call.timeout.millis", "77000")
                .setProperty("hazelcast.logging.type", "none")
                .addMapConfig(new MapConfig("*").setBackupCount(4));
        config.getNetworkConfig().setPort(6123).getJoin().getMulticastConfig().setEnabled(true);
        JavaSerializationFilterConfig filter = new JavaSerializationFilterConfig().setDefaultsDisabled(true);
        filter.getWhitelist().addClasses(ValueA.class.getName());
        filter.getBlacklist().addClasses("com.example.Never");
        config.getSerializationConfig().setJavaSerializationFilterConfig(filter);
        return config;
    }

    @Test
    void everythingOfTheirsStays() {
        Config config = theirs();

        HazelcastInstanceStore.prepare(config, PROTECTED);

        assertThat(config.getClusterName()).isEqualTo("theirs");
        assertThat(config.getClassLoader()).isNull();
        assertThat(config.getMapConfig("other").getBackupCount()).isEqualTo(4);
        assertThat(config.getNetworkConfig().getPort()).isEqualTo(6123);
        assertThat(config.getNetworkConfig().getJoin().getMulticastConfig().isEnabled())
                .isTrue();
        assertThat(config.getProperty("hazelcast.operation.call.timeout.millis"))
                .isEqualTo("77000");
        assertThat(config.getProperty("hazelcast.logging.type")).isEqualTo("none");
        assertThat(config.getProperties()).doesNotContainKeys("hazelcast.shutdownhook.policy");
        ClassFilter allowed = config.getSerializationConfig()
                .getJavaSerializationFilterConfig()
                .getWhitelist();
        assertThat(allowed.isListed(ValueA.class.getName())).isTrue();
        assertThat(config.getSerializationConfig().getGlobalSerializerConfig()).isNull();
    }

    @Test
    void whatSlotsNeedIsAdded() {
        Config config = theirs();

        HazelcastInstanceStore.prepare(config, PROTECTED);

        assertThat(config.getMapConfigs()).containsKeys(MapNames.SLOTS, MapNames.OWNERS);
        assertThat(config.getMapConfig(MapNames.SLOTS).getBackupCount()).isEqualTo(2);
        assertThat(config.getMapConfig(MapNames.SLOTS).getSplitBrainProtectionName())
                .isEqualTo(MapNames.MAJORITY);
        assertThat(config.getSplitBrainProtectionConfigs()).containsKey(MapNames.MAJORITY);
        assertThat(config.getProperty("hazelcast.operation.fail.on.indeterminate.state"))
                .isEqualTo("true");
        assertThat(config.getSerializationConfig()
                        .getJavaSerializationFilterConfig()
                        .getWhitelist()
                        .isListed("com.hazelcast.core.MemberLeftException"))
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"MEMORY", "PROTECTED"})
    void twoMembersThatCannotTalkToEachOtherArePartedUnlessTheConfigurationSaysOtherwise(Durability durability) {
        String heartbeats = "hazelcast.partial.member.disconnection.resolution.heartbeat.count";
        HazelcastStoreOptions options =
                HazelcastStoreOptions.builder().durability(durability).build();
        Config silent = theirs();
        Config decided = theirs().setProperty(heartbeats, "0");

        HazelcastInstanceStore.prepare(silent, options);
        HazelcastInstanceStore.prepare(decided, options);

        assertThat(silent.getProperty(heartbeats)).isEqualTo("3");
        assertThat(decided.getProperty(heartbeats)).isEqualTo("0");
        assertThat(ClusterConfig.member(options).getProperty(heartbeats)).isEqualTo("3");
        assertThat(silent.getProperty("hazelcast.partition.migration.timeout")).isEqualTo("10");
    }

    @ParameterizedTest
    @MethodSource
    void whatSlotsCannotLiveWithIsRefusedAndNothingIsAdded(Consumer<Config> change, String why) {
        Config config = theirs();
        change.accept(config);
        Config before = theirs();
        change.accept(before);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> HazelcastInstanceStore.prepare(config, PROTECTED))
                .withMessageStartingWith("this configuration cannot be prepared:")
                .withMessageContaining(why);

        assertThat(config.getMapConfigs()).isEqualTo(before.getMapConfigs());
        assertThat(config.getProperties()).isEqualTo(before.getProperties());
        assertThat(filter(config).isDefaultsDisabled()).isEqualTo(filter(before).isDefaultsDisabled());
        assertThat(filter(config).getWhitelist()).isEqualTo(filter(before).getWhitelist());
        assertThat(config.getSplitBrainProtectionConfigs().keySet())
                .isEqualTo(before.getSplitBrainProtectionConfigs().keySet());
    }

    static Stream<Arguments> whatSlotsCannotLiveWithIsRefusedAndNothingIsAdded() {
        return Stream.of(
                refusal(
                        "a map of that name",
                        c -> c.addMapConfig(new MapConfig(MapNames.SLOTS)),
                        "it has a map 'rehydrate.slots'"),
                refusal(
                        "a factory of that number",
                        c -> c.getSerializationConfig().addDataSerializableFactoryClass(TypeIds.FACTORY, "x.Y"),
                        "it has a DataSerializableFactory 21064 already"),
                refusal(
                        "a protection of that name",
                        c -> c.getSplitBrainProtectionConfig(MapNames.MAJORITY),
                        "it has a split-brain protection 'rehydrate.majority' already"),
                refusal(
                        "doubt is hidden",
                        c -> c.setProperty("hazelcast.operation.fail.on.indeterminate.state", "false"),
                        "it hides operations in doubt"),
                refusal(
                        "the filter has its defaults on",
                        c -> c.getSerializationConfig()
                                .getJavaSerializationFilterConfig()
                                .setDefaultsDisabled(false),
                        "its Java deserialization filter lets in all of java.* or everything"),
                refusal(
                        "the filter lets everything in",
                        c -> c.getSerializationConfig()
                                .setJavaSerializationFilterConfig(
                                        new JavaSerializationFilterConfig().setDefaultsDisabled(true)),
                        "its Java deserialization filter lets in all of java.* or everything"));
    }

    private static JavaSerializationFilterConfig filter(Config config) {
        return config.getSerializationConfig().getJavaSerializationFilterConfig();
    }

    private static Arguments refusal(String name, Consumer<Config> change, String why) {
        return Arguments.of(Named.of(name, change), why);
    }

    @Test
    void aConfigurationIsPreparedOnce() {
        Config config = new Config();
        HazelcastInstanceStore.prepare(config, PLAIN);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> HazelcastInstanceStore.prepare(config, PLAIN))
                .withMessageContaining("was it prepared before?");
    }

    @Test
    void aClientThatRepeatsByItselfIsRefused() {
        ClientConfig config = new ClientConfig();
        config.getNetworkConfig().setRedoOperation(true);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> HazelcastInstanceStore.prepare(config, PROTECTED))
                .withMessageContaining("it repeats operations in doubt by itself");
    }

    @Test
    void aPreparedMemberHasTheFilterToo() {
        try (TestFarm farm = new TestFarm()) {
            Config config =
                    new Config().setClusterName(PLAIN.clusterName()).setProperty("hazelcast.logging.type", "slf4j");
            OwnNetwork.of(config, HazelcastStoreOptions.builder().port(0).build());
            HazelcastInstanceStore.prepare(config, PLAIN);
            farm.start(config);
            IMap<Object, Object> raw = farm.stranger().getMap(MapNames.SLOTS);

            assertThatThrownBy(() -> raw.put(UUID.randomUUID(), new ValueA()))
                    .isInstanceOf(HazelcastSerializationException.class)
                    .hasMessageContaining("Resolving class dev.rehydrate.stranger.ValueA is not allowed");
        }
    }

    @Test
    void aPreparedClientHasTheFilterToo() {
        ClientConfig config = new ClientConfig();

        HazelcastInstanceStore.prepare(config);

        JavaSerializationFilterConfig filter = config.getSerializationConfig().getJavaSerializationFilterConfig();
        assertThat(filter.isDefaultsDisabled()).isTrue();
        assertThat(filter.getWhitelist().isListed(ValueA.class.getName())).isFalse();
        assertThat(config.getProperty("hazelcast.client.operation.fail.on.indeterminate.state"))
                .isEqualTo("true");
    }

    @Test
    void aStoreIsNotOpenedOnWhatWasNotPrepared() {
        HazelcastStoreOptions network = HazelcastStoreOptions.builder().port(0).build();
        Config config = new Config().setClusterName("unprepared");
        OwnNetwork.of(config, network);
        try (TestFarm farm = new TestFarm()) {
            HazelcastInstance member = farm.start(config);
            HazelcastInstance prepared =
                    farm.member(HazelcastStoreOptions.builder().members(List.of()));
            HazelcastInstance client = farm.stranger();

            assertThat(prepared.getCluster().getMembers()).hasSize(1);
            for (HazelcastInstance each : List.of(member, client)) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> HazelcastInstanceStore.open(each, StoreOptions.defaults()))
                        .withMessageContaining("call HazelcastInstanceStore.prepare on its configuration");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MEMORY", "PROTECTED"})
    void backupsAcknowledgeToTheMemberThatAClientAsks(Durability durability) {
        HazelcastStoreOptions options =
                HazelcastStoreOptions.builder().durability(durability).build();
        ClientConfig theirs = new ClientConfig();

        HazelcastInstanceStore.prepare(theirs, options);

        assertThat(theirs.isBackupAckToClientEnabled()).isFalse();
        assertThat(ClusterConfig.client(options).isBackupAckToClientEnabled()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = {"MEMORY", "PROTECTED"})
    void aStoreIsNotOpenedOnAClientThatAsksBackupsItself(Durability durability) {
        try (TestFarm farm = new TestFarm()) {
            HazelcastStoreOptionsBuilder settings = HazelcastStoreOptions.builder()
                    .clusterName("acks-" + UUID.randomUUID())
                    .durability(durability);
            farm.member(settings);
            HazelcastInstance client = farm.client(settings, config -> config.setBackupAckToClientEnabled(true));

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> HazelcastInstanceStore.open(client, StoreOptions.defaults()))
                    .withMessageContaining("leave out setBackupAckToClientEnabled(true)");
        }
    }

    @Test
    void aMemberThatNeedsADatabaseIsNotPreparedWithoutOne() {
        HazelcastStoreOptions options = HazelcastStoreOptions.builder()
                .durability(Durability.WRITE_BEHIND)
                .build();
        Config theirs = theirs();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> HazelcastInstanceStore.prepare(theirs, options))
                .withMessageContaining("WriteBehind.start");
        assertThat(theirs.getMapConfigs()).isEqualTo(theirs().getMapConfigs());
    }
}
