// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.farm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.slot.CommandHistory;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.KeyEntry;
import dev.rehydrate.slot.Slot;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.tck.HeapEngine;
import dev.rehydrate.tck.HeapFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The look at all data after every test can find something: each violation is planted here once. */
class InvariantsTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final HeapEngine.Data[] data = new HeapEngine.Data[1];
    private final HeapFixture fixture = new HeapFixture((shared, clock) -> {
        data[0] = shared;
        return new HeapEngine(shared, clock);
    });
    private final Farm farm = new Farm(fixture, new Scale(1, Duration.ofSeconds(5), 0, 1));
    private final Node node = farm.node();
    private final InstanceId id = InstanceId.random();
    private final InstanceKey key = InstanceKey.random();

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    void soundDataPasses() {
        node.create(id, Sample.withKeys(1, key, new InstanceKey(id.high(), id.low())));
        node.hold(id);

        assertThatCode(farm::verify).doesNotThrowAnyException();
    }

    @Test
    void aKeyThatLeadsNowhereIsFound() {
        node.create(id, Sample.withKeys(1, key));
        slots().remove(SlotAddress.of(key));

        assertViolation("does not lead to its instance");
    }

    @Test
    void aKeyOfTwoInstancesIsFound() {
        node.create(id, Sample.withKeys(1, key));
        Slot slot = slots().get(SlotAddress.of(id));
        InstanceId twin = InstanceId.random();
        InstanceHeader header = header(twin, 5, 5, InstanceState.INITIALIZED, null);
        plant(new InstanceRecord(
                header, null, slot.instance().keys(), slot.instance().data(), Map.of()));

        assertViolation("belongs to");
    }

    @Test
    void aTokenThatFellIsFound() {
        plantAfterACreation(header(id, 1, 1, InstanceState.INITIALIZED, null), header(id, 2, 2));

        assertViolation("it went back");
    }

    @Test
    void aRevisionThatFellIsFound() {
        plantAfterACreation(header(id, 1, 2, InstanceState.INITIALIZED, null), header(id, 2, 2));

        assertViolation("it went back");
    }

    @Test
    void aHoldOfAnUnknownOwnerIsFound() {
        plant(record(header(id, 1, 1, InstanceState.INITIALIZED, OwnerId.random())));

        assertViolation("hold of an unknown owner");
    }

    @Test
    void aCompletedInstanceWithAHolderIsFound() {
        plant(record(header(id, 1, 1, InstanceState.COMPLETED, node.owner())));

        assertViolation("completed, and held");
    }

    @Test
    void anInstanceThatScansOverlookIsFound() {
        HeapFixture blind = new HeapFixture((shared, clock) -> new HeapEngine(shared, clock) {
            @Override
            public CompletionStage<List<SlotAddress>> scan(SlotScan scan, int limit) {
                return CompletableFuture.completedFuture(List.of());
            }
        });
        Farm other = new Farm(blind, new Scale(1, Duration.ofSeconds(5), 0, 1));
        other.node().create(id, Sample.number(1));

        assertThatThrownBy(other::verify).hasMessageContaining("a scan overlooks");
        other.close();
    }

    private void assertViolation(String text) {
        assertThatThrownBy(farm::verify).isInstanceOf(AssertionError.class).hasMessageContaining(text);
    }

    private void plantAfterACreation(InstanceHeader planted, InstanceHeader seenBefore) {
        plant(record(seenBefore));
        assertThatCode(farm::verify).doesNotThrowAnyException();
        plant(record(planted));
    }

    private void plant(InstanceRecord record) {
        slots().put(SlotAddress.of(record.id()), new Slot(record, null, 0, CommandHistory.EMPTY, null, NOW, null));
    }

    private Map<SlotAddress, Slot> slots() {
        assertThat(data[0]).isNotNull();
        return data[0].slots;
    }

    private static InstanceRecord record(InstanceHeader header) {
        Map<InstanceKey, KeyEntry> none = Map.of();
        return new InstanceRecord(header, null, none, Map.of(), Map.of());
    }

    private static InstanceHeader header(InstanceId id, long number, long token) {
        return header(id, number, token, InstanceState.INITIALIZED, null);
    }

    private static InstanceHeader header(
            InstanceId id, long number, long token, InstanceState state, @Nullable OwnerId holder) {
        return new InstanceHeader(
                id,
                new Revision(7, number),
                new FencingToken(token),
                state,
                holder,
                null,
                null,
                null,
                null,
                NOW,
                NOW,
                null);
    }
}
