// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions.Mode;
import dev.rehydrate.store.hazelcast.majority.ClusterQuorum;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionRulesTest {

    private static HazelcastStoreOptionsBuilder options() {
        return HazelcastStoreOptions.builder();
    }

    private static HazelcastStoreOptionsBuilder protectedOptions() {
        return options().durability(Durability.PROTECTED);
    }

    private static void assertRefused(HazelcastStoreOptionsBuilder builder, String why) {
        assertThatIllegalArgumentException().isThrownBy(builder::build).withMessageContaining(why);
    }

    @Test
    void oneSettingMakesAProtectedFarmOfThree() {
        HazelcastStoreOptions options = protectedOptions().build();

        assertThat(options.farmSize()).isEqualTo(3);
        assertThat(options.backupCount()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"3, 2", "4, 2", "5, 2", "6, 2", "7, 3", "9, 4", "13, 6"})
    void everyMajorityOfAProtectedFarmHasACopy(int farm, int copies) {
        assertThat(protectedOptions().farmSize(farm).build().backupCount()).isEqualTo(copies);
        assertThat(ClusterQuorum.majority(farm) + copies).isGreaterThanOrEqualTo(farm);
    }

    @Test
    void aFarmOfTwoCannotBeProtected() {
        assertRefused(
                protectedOptions().farmSize(2),
                "durability=protected (code) needs a farm of 3 members or more, not farm-size=2 (code)");
    }

    @Test
    void protectedNeedsTwoBackups() {
        assertRefused(
                protectedOptions().backupCount(1),
                "durability=protected (code) needs 2 backups or more, not backup-count=1 (code)");
    }

    @Test
    void aMajorityWithoutACopyIsRefused() {
        assertRefused(protectedOptions().farmSize(7).backupCount(2), "farm-size=7 (code) needs 3 backups or more");
    }

    @Test
    void aProtectedFarmHasNoMoreMembersThanBackupsCanServe() {
        assertThat(protectedOptions().farmSize(14).build().backupCount()).isEqualTo(6);
        assertRefused(
                protectedOptions().farmSize(15),
                "farm-size=15 (code) needs 7 backups or more, not backup-count=6 (default) (6 is the most there can be)");
    }

    @Test
    void backupsNeedMembersOfTheirOwn() {
        assertRefused(options().farmSize(2).backupCount(2), "backup-count=2 (code) needs a farm of 3 members or more");
    }

    @Test
    void loopbackAndOtherMachinesDoNotGoTogether() {
        assertRefused(
                options().members(List.of("node-b:5701")),
                "bind-address=127.0.0.1 (default) reaches this machine only, so this member cannot join");
        assertRefused(
                options().bindAddress("10.0.0.5").members(List.of("10.0.0.6", "localhost")),
                "bind-address=10.0.0.5 (code) is not where 127.0.0.1 leads");
    }

    @Test
    void aClientMayAskOtherMachinesWithoutAnAddressOfItsOwn() {
        assertThat(options()
                        .mode(Mode.CLIENT)
                        .clusterName("orders")
                        .members(List.of("node-b"))
                        .build()
                        .members())
                .containsExactly("node-b");
    }

    @Test
    void aClientHasSomebodyToAsk() {
        assertRefused(options().mode(Mode.CLIENT).members(List.of()), "needs at least one address in members");
    }

    @Test
    void whoeverListensAnywhereIsFoundByNobodyWithoutAPort() {
        assertThat(options().port(0).build().members()).isEmpty();
        assertRefused(
                options().port(0).members(List.of("127.0.0.1")), "each of members=127.0.0.1 (code) must say its own");
    }

    @Test
    void memoriesOutliveLeases() {
        assertThat(options().lease(Duration.ofMinutes(30)).build().store().lease())
                .isEqualTo(Duration.ofMinutes(30));
        assertRefused(
                options().lease(Duration.ofMinutes(31)),
                "memory-retention=1h (default) must be twice lease=31m (code) or more");
        assertRefused(
                options().memoryRetention(Duration.ofMinutes(9)),
                "code: memory-retention is a time from 10m to 3650d, not '9m'");
    }

    @Test
    void aThresholdBesideAReadyEncodingIsRefused() {
        assertRefused(
                options().values(ValueEncoding.simpleTypes()).compressionThreshold(10),
                "compression-threshold=10B (code) has no effect on an encoding that is made in code");
    }

    @Test
    void whatTheBuilderIsToldIsJudgedToo() {
        assertRefused(options().port(70_000), "code: port is a whole number from 0 to 65535, not '70000'");
        assertRefused(
                options().lease(Duration.ofMillis(-3)), "code: lease is a time from 1s to 3650d, not 'PT-0.003S'");
        assertRefused(options().payloadLimit(-1), "code: payload-limit is a size from 1KiB to 1GiB, not '-1B'");
        assertRefused(options().clusterName("a\nb"), "it has a control character");
    }

    @Test
    void settingsOfEveryProviderAreTakenOver() {
        StoreOptions given = StoreOptions.defaults()
                .withLease(Duration.ofNanos(1_234_567_891))
                .withDefaultIdleTtl(Duration.ofDays(3))
                .withPeriods(Duration.ofMillis(7), Duration.ofMinutes(90))
                .withDecorator(engine -> engine);

        assertThat(HazelcastStoreOptions.of(given).store()).isEqualTo(given);
    }

    @Test
    void theLimitOfPayloadsIsTheLimitOfValues() {
        ValueEncoding values = options().payloadLimit(1024).build().store().values();

        assertThat(values.encode("x".repeat(1000)).size()).isPositive();
        assertThatThrownBy(() -> values.encode("x".repeat(1025))).hasMessageContaining("the limit is 1024");
    }

    @Test
    void aLimitThatIsSetHoldsAlsoForAnEncodingThatIsMadeInCode() {
        HazelcastStoreOptions options =
                options().payloadLimit(1024).store(StoreOptions.defaults()).build();

        assertThat(options.payloadLimit()).isEqualTo(1024);
        assertThatThrownBy(() -> options.store().values().encode(new byte[1025]))
                .isInstanceOf(ValueCodingException.class)
                .hasMessageContaining("the limit is 1024");
    }

    @Test
    void theLimitOfAnEncodingThatIsMadeInCodeIsShown() {
        ValueEncoding encoding = ValueEncoding.builder().limitValuesTo(40 << 20).build();

        HazelcastStoreOptions options = options().values(encoding).build();

        assertThat(options.store().values()).isSameAs(encoding);
        assertThat(options.payloadLimit()).isEqualTo(40 << 20);
        assertThat(options.describe()).containsPattern("payload-limit +40MiB +code");
    }

    /** It may be one that encrypts. */
    @Test
    void theEncodingOfCommonOptionsHoldsWhereNoOtherIsGiven() {
        ValueEncoding encoding = ValueEncoding.builder().limitValuesTo(40 << 20).build();
        StoreOptions common = StoreOptions.defaults().withValues(encoding);
        ValueEncoding other = ValueEncoding.builder().build();

        assertThat(options().common(common).build().store().values()).isSameAs(encoding);
        assertThat(options().values(other).common(common).build().store().values())
                .isSameAs(other);
        assertThat(options()
                        .codecs(UnaryOperator.identity())
                        .common(common)
                        .build()
                        .payloadLimit())
                .isEqualTo(options().build().payloadLimit());
        assertThat(options()
                        .common(StoreOptions.defaults())
                        .payloadLimit(1024)
                        .build()
                        .payloadLimit())
                .isEqualTo(1024);
    }

    @Test
    void timesWithoutEndAreRefusedAsAnyOtherThatIsTooLong() {
        assertRefused(options().idleTtl(ChronoUnit.FOREVER.getDuration()), "idle-ttl is a time from 1ms to 3650d");
    }
}
