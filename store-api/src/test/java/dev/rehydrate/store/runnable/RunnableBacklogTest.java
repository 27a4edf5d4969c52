// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.runnable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.slot.SlotAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** One scan serves many commands, and no instance is handed to two of them. */
class RunnableBacklogTest {

    private static final List<OwnerId> ONE = List.of(new OwnerId(1, 1));

    private final Set<SlotAddress> due = new LinkedHashSet<>();
    private final List<CompletableFuture<RunnableWalk.Found>> held = new ArrayList<>();
    private final List<SlotAddress> notTried = new ArrayList<>();
    private int scans;
    private long nanos;
    private boolean holds;
    private boolean clockFails;

    private RunnableBacklog backlog(List<OwnerId> peers, List<OwnerId> here) {
        return new RunnableBacklog(
                new RunnableBacklog.Source() {
                    @Override
                    public CompletionStage<RunnableWalk.Found> find(int limit) {
                        scans++;
                        List<SlotAddress> found = due.stream().limit(limit).toList();
                        if (!holds) {
                            return CompletableFuture.completedFuture(
                                    new RunnableWalk.Found(found, found.size() < limit));
                        }
                        CompletableFuture<RunnableWalk.Found> answer = new CompletableFuture<>();
                        held.add(answer);
                        return answer;
                    }

                    @Override
                    public void notTried(Collection<SlotAddress> found) {
                        notTried.addAll(found);
                    }

                    @Override
                    public HostShare share() {
                        return HostShare.of(peers, here);
                    }
                },
                () -> {
                    if (clockFails) {
                        throw new LinkageError("a class could not be linked");
                    }
                    return nanos;
                },
                new Random(1));
    }

    private void due(int count) {
        IntStream.range(0, count).mapToObj(i -> new SlotAddress(i, i)).forEach(due::add);
    }

    /** Takes as a command does; null if there is nothing. */
    private static SlotAddress take(RunnableBacklog backlog) {
        long from = backlog.nextScan();
        SlotAddress at = backlog.take();
        while (at == null && backlog.more(from).join()) {
            at = backlog.take();
        }
        return at;
    }

    @Test
    void whatIsDueIsTakenOnceInItsOrderWithAScanForEachHalfPage() {
        due(2_000);
        RunnableBacklog backlog = backlog(ONE, ONE);
        List<SlotAddress> taken = new ArrayList<>();

        for (SlotAddress at = take(backlog); at != null; at = take(backlog)) {
            taken.add(at);
            due.remove(at);
            backlog.settle(at);
        }

        assertThat(taken).hasSize(2_000).doesNotHaveDuplicates();
        assertThat(taken).isSortedAccordingTo((a, b) -> Long.compare(a.high(), b.high()));
        assertThat(scans).isLessThan(20);
    }

    @Test
    void whatIsUnderWayIsNotHandedOutAgainByTheNextScan() {
        due(3);
        RunnableBacklog backlog = backlog(ONE, ONE);
        Set<SlotAddress> taken = new HashSet<>(List.of(
                Objects.requireNonNull(take(backlog)),
                Objects.requireNonNull(take(backlog)),
                Objects.requireNonNull(take(backlog))));

        assertThat(taken).hasSize(3);
        assertThat(take(backlog)).isNull();
    }

    @Test
    void whatWasSettledWhileAScanWasUnderWayIsNotPutBackByIt() {
        due(2);
        RunnableBacklog backlog = backlog(ONE, ONE);
        SlotAddress first = Objects.requireNonNull(take(backlog));
        Objects.requireNonNull(take(backlog));
        holds = true;
        CompletableFuture<Boolean> more = backlog.more(backlog.nextScan());

        backlog.settle(first);
        held.get(0).complete(new RunnableWalk.Found(List.copyOf(due), true));

        assertThat(more).isCompletedWithValue(true);
        assertThat(backlog.size()).isZero();
    }

    @Test
    void aCommandWaitsForAScanThatBeganAfterIt() {
        RunnableBacklog backlog = backlog(ONE, ONE);
        holds = true;
        CompletableFuture<Boolean> earlier = backlog.more(backlog.nextScan());
        long from = backlog.nextScan();
        due(1);
        held.get(0).complete(new RunnableWalk.Found(List.of(), true));
        assertThat(earlier).isCompletedWithValue(true);

        CompletableFuture<Boolean> own = backlog.more(from);

        assertThat(held).hasSize(2);
        held.get(1).complete(new RunnableWalk.Found(List.copyOf(due), true));
        assertThat(own).isCompletedWithValue(true);
        assertThat(backlog.take()).isNotNull();
    }

    @Test
    void whatWasFoundASecondAgoIsLookedForAgain() {
        due(10);
        RunnableBacklog backlog = backlog(ONE, ONE);
        backlog.settle(Objects.requireNonNull(take(backlog)));
        due.clear();
        nanos += Duration.ofSeconds(1).toNanos();

        assertThat(take(backlog)).isNull();
    }

    @Test
    void storesTakeTheirOwnSharesFirstAndHelpTheOthersInTheEnd() {
        due(600);
        List<OwnerId> peers = List.of(new OwnerId(1, 1), new OwnerId(2, 2), new OwnerId(3, 3));
        List<RunnableBacklog> stores =
                peers.stream().map(peer -> backlog(peers, List.of(peer))).toList();
        Set<SlotAddress> taken = new HashSet<>();
        int tries = 0;
        for (int turn = 0; taken.size() < 600; turn++) {
            RunnableBacklog store = stores.get(turn % 3);
            SlotAddress at = take(store);
            if (at != null) {
                tries++;
                taken.add(at);
                due.remove(at);
                store.settle(at);
            }
        }

        assertThat(tries).isLessThan(750);
        due(600);
        RunnableBacklog alone = stores.get(0);
        for (int i = 0; i < 600; i++) {
            SlotAddress at = Objects.requireNonNull(take(alone), "what no other store takes");
            due.remove(at);
            alone.settle(at);
        }
        assertThat(due).isEmpty();
    }

    @Test
    void theNextScanBeginsWhenHalfOfAPageIsLeftAndNoCommandWaitsForIt() {
        due(2_000);
        RunnableBacklog backlog = backlog(ONE, ONE);
        take(backlog);
        holds = true;

        while (backlog.size() > RunnableBacklog.PAGE / 2) {
            assertThat(backlog.take()).isNotNull();
        }

        assertThat(scans).as("while half of a page is left").isEqualTo(1);
        assertThat(backlog.take()).isNotNull();
        assertThat(scans).isEqualTo(2);
        assertThat(backlog.take()).as("while the scan is under way").isNotNull();
        assertThat(scans).isEqualTo(2);
    }

    @Test
    void aScanThatLeavesOutTheSharesOfOthersDoesNotMeanThatThereIsNone() {
        List<OwnerId> peers = List.of(new OwnerId(1, 1), new OwnerId(2, 2), new OwnerId(3, 3));
        HostShare share = HostShare.of(peers, peers.subList(0, 1));
        due(600);
        SlotAddress own = due.stream().filter(share::has).findFirst().orElseThrow();
        due.removeIf(at -> share.has(at) && !at.equals(own));
        RunnableBacklog backlog = backlog(peers, peers.subList(0, 1));
        assertThat(take(backlog)).isEqualTo(own);
        holds = true;
        long from = backlog.nextScan();
        CompletableFuture<Boolean> first = backlog.more(from);
        held.get(0).complete(new RunnableWalk.Found(List.copyOf(due), true));
        assertThat(first).isCompletedWithValue(true);
        assertThat(backlog.take()).as("its own one is under way").isNull();
        due.remove(own);
        backlog.settle(own);

        CompletableFuture<Boolean> second = backlog.more(from);

        assertThat(held).as("scans").hasSize(2);
        held.get(1).complete(new RunnableWalk.Found(List.copyOf(due), true));
        assertThat(second).isCompletedWithValue(true);
        assertThat(backlog.take()).as("one of others").isNotNull();
    }

    @Test
    void aCommandLooksFourTimesAtMostWhileItsOwnInstanceIsUnderWay() {
        List<OwnerId> peers = List.of(new OwnerId(1, 1), new OwnerId(2, 2), new OwnerId(3, 3));
        HostShare share = HostShare.of(peers, peers.subList(0, 1));
        due(600);
        SlotAddress own = due.stream().filter(share::has).findFirst().orElseThrow();
        due.removeIf(at -> share.has(at) && !at.equals(own));
        RunnableBacklog backlog = backlog(peers, peers.subList(0, 1));
        take(backlog);
        int before = scans;
        long from = backlog.nextScan();
        int looks = 0;

        while (looks < 10 && backlog.more(from).join()) {
            assertThat(backlog.take()).isNull();
            looks++;
        }

        assertThat(looks).isEqualTo(4);
        assertThat(scans - before).isEqualTo(4);
    }

    @Test
    void oneOfTheSharesOfOthersIsTriedAfterSevenOfItsOwn() {
        List<OwnerId> peers = List.of(new OwnerId(1, 1), new OwnerId(2, 2), new OwnerId(3, 3));
        HostShare share = HostShare.of(peers, peers.subList(0, 1));
        due(600);
        RunnableBacklog backlog = backlog(peers, peers.subList(0, 1));

        List<Boolean> isOwn = IntStream.range(0, 24)
                .mapToObj(i -> share.has(Objects.requireNonNull(take(backlog))))
                .toList();

        List<Boolean> eight = List.of(true, true, true, true, true, true, true, false);
        assertThat(isOwn.subList(0, 8)).isEqualTo(eight);
        assertThat(isOwn.subList(8, 16)).isEqualTo(eight);
        assertThat(isOwn.subList(16, 24)).isEqualTo(eight);
    }

    @Test
    void aScanThatFailsIsTheFailureOfTheCommandsThatItWasBegunFor() {
        RunnableBacklog backlog = backlog(ONE, ONE);
        holds = true;
        CompletableFuture<Boolean> earlier = backlog.more(backlog.nextScan());
        CompletableFuture<Boolean> later = backlog.more(backlog.nextScan());

        held.get(0).completeExceptionally(new IllegalStateException("no engine"));

        assertThat(earlier).isCompletedExceptionally();
        assertThat(later).as("may look by a scan of its own").isCompletedWithValue(true);
        holds = false;
        due(1);
        assertThat(take(backlog)).isNotNull();
    }

    /** All commands wait for the scan that is under way. */
    @Test
    void aScanWhoseAnswerCannotBeTakenIsNotTheLastOne() {
        RunnableBacklog backlog = backlog(ONE, ONE);
        due(1);
        holds = true;
        CompletableFuture<Boolean> failing = backlog.more(backlog.nextScan());
        clockFails = true;
        held.get(0).complete(new RunnableWalk.Found(List.copyOf(due), true));
        clockFails = false;
        holds = false;
        due(2);

        assertThat(failing).isCompletedExceptionally();
        List<SlotAddress> taken = Stream.generate(() -> take(backlog)).limit(2).toList();
        assertThat(taken).containsExactlyElementsOf(due);
        assertThat(scans).isEqualTo(2);
    }
}
