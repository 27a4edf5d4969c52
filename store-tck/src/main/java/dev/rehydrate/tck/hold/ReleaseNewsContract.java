// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.hold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CompleteInstance;
import dev.rehydrate.command.DeleteInstance;
import dev.rehydrate.command.ForceRelease;
import dev.rehydrate.command.RetireOwner;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Waiting for the release of an instance that is held: contract §4.3. Time stands still unless a test moves it. */
public abstract class ReleaseNewsContract {

    private static final Duration LONG = Duration.ofMinutes(5);

    private final InstanceId id = InstanceId.random();

    @Test
    void whoWaitsIsToldOfARelease(Farm farm) {
        whoWaitsIsToldOf(Node::release, farm);
    }

    @Test
    void whoWaitsIsToldOfASaveThatReleases(Farm farm) {
        whoWaitsIsToldOf(
                (holder, handle) -> holder.run(handle, SaveInstance.of(Sample.number(2), AfterSave.RELEASE)), farm);
    }

    @Test
    void whoWaitsIsToldOfACompletion(Farm farm) {
        whoWaitsIsToldOf((holder, handle) -> holder.run(handle, CompleteInstance.now()), farm);
    }

    @Test
    void whoWaitsIsToldOfAHandleThatIsClosed(Farm farm) {
        whoWaitsIsToldOf((holder, handle) -> handle.close(), farm);
    }

    @Test
    void whoWaitsIsToldOfADeletion(Farm farm) {
        Node administrator = farm.node();
        whoWaitsIsToldOf((holder, handle) -> administrator.run(id, DeleteInstance.now()), farm);
    }

    @Test
    void whoWaitsIsToldOfAForcedRelease(Farm farm) {
        Node administrator = farm.node();
        whoWaitsIsToldOf((holder, handle) -> administrator.run(id, ForceRelease.now()), farm);
    }

    @Test
    void whoWaitsIsToldWhenTheOwnerRetires(Farm farm) {
        whoWaitsIsToldOf((holder, handle) -> holder.run(holder.ownHandle(), new RetireOwner()), farm);
    }

    private void whoWaitsIsToldOf(BiConsumer<Node, InstanceHandle> release, Farm farm) {
        Node holder = farm.node();
        InstanceHandle handle = holder.createHeld(id, Sample.number(1));
        List<Node> nodes = List.of(farm.node(), farm.node(), holder);
        List<CompletableFuture<Void>> waits =
                nodes.stream().map(node -> waiting(node, LONG)).toList();
        heardByAll(farm);
        assertThat(waits).noneMatch(CompletableFuture::isDone);

        release.accept(holder, handle);

        farm.eventually(() -> assertThat(waits).allMatch(CompletableFuture::isDone));
        assertThat(waits).noneMatch(CompletableFuture::isCompletedExceptionally);
    }

    @Test
    void aReleaseOfAnotherInstanceIsNoNews(Farm farm) {
        Node holder = farm.node();
        holder.createHeld(id, Sample.number(1));
        InstanceId other = InstanceId.random();
        InstanceHandle handle = holder.createHeld(other, Sample.number(1));
        Node node = farm.node();
        CompletableFuture<Void> wait = waiting(node, LONG);
        CompletableFuture<Void> otherWait = node.store().releaseOf(other, LONG);
        heardByAll(farm);

        holder.release(handle);
        farm.eventually(() -> assertThat(otherWait).isCompleted());
        heardByAll(farm);

        assertThat(wait).isNotDone();
    }

    @Test
    void aWaitWithoutNewsEndsWithItsTime(Farm farm) {
        Node node = farm.node();
        CompletableFuture<Void> wait = waiting(node, Duration.ofSeconds(50));
        assertThat(waiting(node, Duration.ZERO)).isCompleted();

        farm.advance(Duration.ofMillis(49_990));
        assertThat(wait).isNotDone();
        farm.advance(Duration.ofMillis(10));

        farm.eventually(() -> assertThat(wait).isCompleted());
        assertThatIllegalArgumentException().isThrownBy(() -> waiting(node, Duration.ofNanos(-1)));
    }

    @Test
    void whoWaitsForLongIsStillTold(Farm farm) {
        Node holder = farm.node();
        InstanceHandle handle = holder.createHeld(id, Sample.number(1));
        CompletableFuture<Void> wait = waiting(farm.node(), LONG);

        farm.advance(Duration.ofSeconds(100));
        holder.release(handle);

        farm.eventually(() -> assertThat(wait).isCompleted());
    }

    @Test
    void aStoreThatIsClosedLetsItsWaitersGo(Farm farm) {
        Node node = farm.node();
        CompletableFuture<Void> wait = waiting(node, LONG);
        heardByAll(farm);

        node.store().close();

        farm.eventually(() -> assertThat(wait).isCompleted());
        assertThat(waiting(node, LONG)).isCompleted();
    }

    @Test
    void aReleaseIsAnnouncedOnceAndOnlyIfAStoreHasAsked(Farm farm) {
        List<Announcement> announced = new CopyOnWriteArrayList<>();
        Node holder = farm.node(
                OwnerDescription.anonymous(),
                options -> options.withDecorator(
                        engine -> new Overheard(options.decorator().apply(engine), announced)));
        holder.release(holder.createHeld(id, Sample.number(1)));
        assertThat(announced).isEmpty();

        InstanceHandle handle = holder.hold(id);
        Node node = farm.node();
        CompletableFuture<Void> wait = waiting(node, LONG);
        waiting(node, LONG).cancel(false);
        heardByAll(farm);
        holder.release(handle);
        farm.eventually(() -> assertThat(wait).isCompleted());
        holder.release(holder.hold(id));

        assertThat(announced).containsExactly(new Announcement.Released(id));
    }

    @Test
    void whatWasAskedForLongAgoIsNotAnnounced(Farm farm) {
        List<Announcement> announced = new CopyOnWriteArrayList<>();
        Node holder = farm.node(
                OwnerDescription.anonymous(),
                options -> options.withDecorator(
                        engine -> new Overheard(options.decorator().apply(engine), announced)));
        InstanceHandle handle = holder.createHeld(id, Sample.number(1));
        CompletableFuture<Void> wait = waiting(farm.node(), Duration.ofSeconds(1));

        farm.advance(Duration.ofSeconds(62));
        holder.release(handle);

        assertThat(wait).isCompleted();
        assertThat(announced).isEmpty();
    }

    private CompletableFuture<Void> waiting(Node node, Duration timeout) {
        return node.store().releaseOf(id, timeout);
    }

    /** What was announced has reached all stores. */
    private static void heardByAll(Farm farm) {
        farm.advance(Duration.ZERO);
    }

    /** Keeps what a store announces. */
    private static final class Overheard extends ForwardingEngine {
        private final List<Announcement> announced;

        private Overheard(StorageEngine engine, List<Announcement> announced) {
            super(engine);
            this.announced = announced;
        }

        @Override
        public void announce(Announcement news) {
            announced.add(news);
            super.announce(news);
        }
    }
}
