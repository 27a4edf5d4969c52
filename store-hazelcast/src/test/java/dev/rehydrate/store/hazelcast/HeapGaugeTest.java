// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.heap.HeapGauge;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How full a heap is: of 1,000 bytes, of which 80 % may be used. */
class HeapGaugeTest {

    private static final boolean YOUNG = false;
    private static final boolean WHOLE = true;

    private long now = Long.MAX_VALUE - 5;
    private final HeapGauge gauge = new HeapGauge(1000, 80, () -> now);

    @Test
    void beginsEmpty() {
        assertThat(gauge.percent()).isZero();
        assertThat(gauge.isFull(gauge.percent())).isFalse();
        assertThat(gauge.isNearlyFull(gauge.percent())).isFalse();
        assertThat(gauge.wantsCollection()).isFalse();
    }

    @Test
    void whatWasAddedSinceTheLastCollectionCounts() {
        gauge.collected(500, WHOLE);
        gauge.added(299, 0);
        assertThat(gauge.percent()).isEqualTo(79);
        assertThat(gauge.isFull(gauge.percent())).isFalse();

        gauge.added(1, 0);

        assertThat(gauge.isFull(gauge.percent())).isTrue();
    }

    @Test
    void garbageThatACollectionOfYoungObjectsLeavesDoesNotCountWhereItIsKnownThatLittleWasAdded() {
        gauge.collected(300, WHOLE);
        gauge.added(50, 0);
        gauge.collected(900, YOUNG);

        assertThat(gauge.percent()).isEqualTo(35);
        assertThat(gauge.isFull(gauge.percent())).isFalse();
    }

    @Test
    void whatWasReplacedDoesNotCountWhereACollectionOfYoungObjectsHasFoundLess() {
        gauge.collected(300, WHOLE);
        gauge.added(5000, 0);
        gauge.collected(400, YOUNG);

        assertThat(gauge.percent()).isEqualTo(40);
    }

    @Test
    void whatWasReplacedSinceTheLastCollectionIsNoData() {
        gauge.collected(300, YOUNG);
        for (int i = 0; i < 100; i++) {
            gauge.added(50, 50);
        }
        assertThat(gauge.percent()).isEqualTo(30);

        gauge.added(150, 50);

        assertThat(gauge.percent()).isEqualTo(40);
    }

    @Test
    void whatIsReplacedDoesNotHideWhatTheCollectionFound() {
        gauge.collected(300, YOUNG);

        gauge.added(50, 250);

        assertThat(gauge.percent()).isEqualTo(30);
    }

    @Test
    void whatWasReplacedSinceTheWholeHeapWasLookedAtDoesNotHideWhatCameOtherwise() {
        gauge.collected(300, WHOLE);
        gauge.added(600, 600);

        gauge.collected(850, YOUNG);

        assertThat(gauge.percent()).isEqualTo(85);
    }

    @Test
    void aFullHeapStaysFullUntilThereIsSomeRoom() {
        gauge.collected(800, WHOLE);
        assertThat(gauge.isFull(gauge.percent())).isTrue();
        gauge.collected(780, WHOLE);
        assertThat(gauge.isFull(gauge.percent())).isTrue();

        gauge.collected(760, WHOLE);

        assertThat(gauge.isFull(gauge.percent())).isFalse();
    }

    @Test
    void payloadIsTakenForAWhileLonger() {
        gauge.collected(899, WHOLE);
        assertThat(gauge.isFullForPayload(gauge.percent())).isFalse();

        gauge.collected(900, WHOLE);

        assertThat(gauge.isFullForPayload(gauge.percent())).isTrue();
    }

    @Test
    void theLimitIsNearFromNineTenthsOfItOn() {
        gauge.collected(719, WHOLE);
        assertThat(gauge.isNearlyFull(gauge.percent())).isFalse();

        gauge.collected(720, WHOLE);

        assertThat(gauge.isNearlyFull(gauge.percent())).isTrue();
        assertThat(gauge.isFull(gauge.percent())).isFalse();
    }

    @Test
    void aCollectionIsWantedIfGarbageMayBeTheReasonForARefusalAndNotAgainAndAgain() {
        gauge.collected(850, YOUNG);
        assertThat(gauge.wantsCollection()).isTrue();
        gauge.asked();
        assertThat(gauge.wantsCollection()).isFalse();

        gauge.collected(840, WHOLE);
        assertThat(gauge.wantsCollection()).isFalse();
        gauge.added(50, 0);
        gauge.collected(890, YOUNG);
        assertThat(gauge.wantsCollection()).as("too little may be garbage").isFalse();

        now += Duration.ofMinutes(1).toNanos();

        assertThat(gauge.wantsCollection())
                .as("but after a while it is worth a look")
                .isTrue();
    }

    @Test
    void noCollectionIsWantedWhileNothingIsRefused() {
        gauge.collected(100, WHOLE);
        gauge.collected(790, YOUNG);
        now += Duration.ofHours(1).toNanos();

        assertThat(gauge.wantsCollection()).isFalse();
    }
}
