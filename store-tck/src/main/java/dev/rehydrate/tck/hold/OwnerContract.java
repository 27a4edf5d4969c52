// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.hold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.RetireOwner;
import dev.rehydrate.command.failure.HandleFreedException;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.failure.OwnerLostException;
import dev.rehydrate.command.outcome.LoadOutcome;
import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.StoreEvent;
import dev.rehydrate.store.inspection.OwnerSighting;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import dev.rehydrate.tck.fault.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Owners and what they are told: contract §1.9, §2.2, §2.3. */
public abstract class OwnerContract {

    private static final OwnerDescription TYPED = OwnerDescription.ofType("documents");

    private final InstanceId id = InstanceId.random();

    @Test
    @DisplayName("WF-19 an event that is set is reported at once, again and again, until it is reset")
    void anEventIsALevelNotAnEdge(Farm farm) {
        Node node = farm.node(TYPED);
        node.create(id, Sample.numbered(1).dueAfter(Duration.ZERO).build());
        farm.advance(Farm.DETECTION);

        assertThat(node.events()).containsExactly(StoreEvent.HAS_RUNNABLE);
        assertThat(node.events()).containsExactly(StoreEvent.HAS_RUNNABLE);

        node.loadRunnable();
        node.loadRunnable();
        assertThat(node.events()).isEmpty();
    }

    @Test
    @DisplayName("WF-20 a wait for events: zero only looks, a second one is refused, freeing the handle ends it")
    void aWaitForEventsEndsInEveryCase(Farm farm) {
        Node node = farm.node();

        assertThat(node.store().waitForEvents(node.ownHandle(), Duration.ZERO)).isEmpty();
        assertThat(node.ownHandle().isValid()).isTrue();

        CompletableFuture<Set<StoreEvent>> brief = node.store().eventsAsync(node.ownHandle(), Duration.ofSeconds(1));
        assertThatThrownBy(() -> node.store().eventsAsync(node.ownHandle(), Duration.ofSeconds(1)))
                .isInstanceOf(IllegalStateException.class);
        farm.advance(Duration.ofSeconds(1));
        assertThat(farm.await(brief)).isEmpty();

        CompletableFuture<Set<StoreEvent>> wait = node.store().eventsAsync(node.ownHandle(), Duration.ofDays(1));
        node.ownHandle().close();
        assertThatThrownBy(() -> farm.await(wait)).isInstanceOf(HandleFreedException.class);
        assertThatThrownBy(() -> farm.await(node.store().eventsAsync(node.ownHandle(), Duration.ZERO)))
                .isInstanceOf(HandleFreedException.class);
    }

    @Test
    @DisplayName("WF-21 a new owner can save and load, and the handle it was made on gets its events")
    void aNewOwnerCanWork(Farm farm) {
        Node node = farm.node(TYPED);
        OwnerId owner = node.owner();

        assertThat(node.create(id, Sample.number(1)).id()).isEqualTo(id);
        assertThat(node.load(id, LoadMode.hold()).snapshotOrThrow().header().holder())
                .isEqualTo(owner);
        assertThat(node.events()).containsExactly(StoreEvent.HAS_RUNNABLE);
        assertThatThrownBy(() -> node.store().eventsAsync(node.handle(), Duration.ZERO))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> node.start(node.ownHandle(), new CreateOwner(TYPED)))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("WF-22 a store has as many owners as are created on it, each with its own holds")
    void aStoreHasManyOwners(Farm farm) {
        Node node = farm.node();
        OwnerId first = node.owner();
        node.createHeld(id, Sample.number(1));

        OwnerId second = node.register(OwnerDescription.anonymous());

        assertThat(second).isNotEqualTo(first);
        assertThat(node.load(id, LoadMode.hold()))
                .isInstanceOfSatisfying(
                        LoadOutcome.Held.class,
                        held -> assertThat(held.holder().owner()).isEqualTo(first));
    }

    @Test
    @DisplayName("WF-23 after its owner was retired a handle takes no command")
    void aRetiredOwnerCanDoNothing(Farm farm) {
        Node node = farm.node();
        InstanceHandle handle = node.handle(id);
        OwnerId owner = node.owner();

        assertThat(node.run(node.ownHandle(), new RetireOwner())).isEqualTo(owner);

        assertThatThrownBy(() -> node.save(handle, Sample.number(1)))
                .isInstanceOfSatisfying(
                        OwnerLostException.class,
                        lost -> assertThat(lost.instance()).contains(id));
        assertThatThrownBy(() -> node.store().createHandle(owner)).isInstanceOf(OwnerLostException.class);
        assertThat(farm.node().load(id, LoadMode.peek())).isInstanceOf(LoadOutcome.NotFound.class);
    }

    @Test
    @DisplayName("WF-24 what a retired owner held can be taken at once, under the next token")
    void whatARetiredOwnerHeldCanBeTakenAtOnce(Farm farm) {
        Node first = farm.node();
        Node second = farm.node();
        InstanceHandle held = first.createHeld(id, Sample.number(1));

        first.run(first.ownHandle(), new RetireOwner());

        assertThat(first.ownHandle().isValid()).isFalse();
        assertThat(held.isValid()).isFalse();
        assertThat(second.load(id, LoadMode.hold()).snapshotOrThrow().header().token())
                .isEqualTo(new FencingToken(2));
    }

    @Test
    @DisplayName("WF-28 who meets a held instance learns the holder and what it published, nothing else")
    void whoMeetsAHeldInstanceLearnsWhatTheHolderPublished(Farm farm) {
        Node holder = farm.node(OwnerDescription.anonymous()
                .describedBy(Map.of("address", "http://здесь:8080"), Map.of("machine", "secret")));
        holder.createHeld(id, Sample.number(1));
        Node other = farm.node();

        assertThat(other.load(id, LoadMode.hold())).isInstanceOfSatisfying(LoadOutcome.Held.class, held -> {
            assertThat(held.id()).isEqualTo(id);
            assertThat(held.holder().owner()).isEqualTo(holder.owner());
            assertThat(held.holder().published()).containsExactly(Map.entry("address", "http://здесь:8080"));
        });
    }

    @Test
    void anUnknownOwnerDoesNotStay(Farm farm) {
        Node node = farm.node();
        node.faults().inject(Fault.HOLD_ANSWER, 1);
        CompletableFuture<OwnerId> create = node.start(node.store().createHandle(), new CreateOwner(TYPED));

        farm.advance(Node.TIMEOUT);
        assertThatThrownBy(() -> farm.await(create)).isInstanceOf(OutcomeUnknownException.class);
        node.faults().open();

        farm.eventually(() -> assertThat(farm.owners()).containsExactly(node.owner()));
    }

    @Test
    void anOwnerWhoseRetirementWasNotAnsweredIsRetiredOrLost(Farm farm) {
        Node first = farm.node();
        Node second = farm.node();
        InstanceHandle handle = first.createHeld(id, Sample.number(1));
        first.faults().inject(Fault.FAIL_AFTER, 1);

        assertThatThrownBy(() -> first.run(first.ownHandle(), new RetireOwner()))
                .isInstanceOf(OutcomeUnknownException.class);
        assertThat(second.load(id, LoadMode.hold()).loaded()).isPresent();
        farm.passLease();

        assertThat(handle.isValid()).isFalse();
        farm.eventually(() -> assertThat(farm.owners()).containsExactly(second.owner()));
    }

    @Test
    void closingAStoreRetiresItsOwners(Farm farm) {
        Node first = farm.node();
        Node second = farm.node();
        first.createHeld(id, Sample.number(1));

        first.store().close();

        farm.eventually(
                () -> assertThat(second.load(id, LoadMode.hold()).loaded()).isPresent());
    }

    @Test
    @DisplayName(
            "W-02 an owner that was declared expired stays so whatever beats it sends, and learns it at the next one")
    void anExpiredOwnerStaysExpired(Farm farm) {
        Node node = farm.node();
        InstanceHandle handle = node.handle(id);
        StorageEngine engine = farm.engine();

        farm.await(engine.expireOwner(node.owner()));

        assertThat(farm.await(engine.beat(node.owner(), 1_000))).isFalse();
        OwnerRecord expired = farm.await(engine.owners()).get(node.owner());
        assertThat(expired == null || expired.isExpired()).isTrue();
        farm.advance(Farm.LEASE.dividedBy(2));
        assertThatThrownBy(() -> node.save(handle, Sample.number(1))).isInstanceOf(OwnerLostException.class);
    }

    @Test
    @DisplayName("W-03 every store sees what an owner says of itself")
    void everyStoreSeesWhatAnOwnerSaysOfItself(Farm farm) {
        OwnerDescription said = new OwnerDescription(
                "documents",
                DefinitionFilter.exactly(DefinitionIdentity.of("Order", "1.2")).orUnidentified(),
                CompletionAction.KEEP,
                Map.of("address", "http://здесь:8080"),
                Map.of("machine", "m 1"));
        Node node = farm.node(said);

        OwnerRecord seen =
                Objects.requireNonNull(farm.await(farm.engine().owners()).get(node.owner()));

        assertThat(seen.description()).isEqualTo(said);
        assertThat(seen.lease()).isEqualTo(Farm.LEASE);
    }

    @Test
    @DisplayName("W-07 an owner that has retired is told from one whose lease has expired, as long as either is known")
    void aRetiredOwnerIsToldFromAnExpiredOne(Farm farm) {
        Node retired = farm.node();
        Node expired = farm.node();
        Node other = farm.node();
        StorageEngine engine = farm.engine();

        retired.run(retired.ownHandle(), new RetireOwner());
        farm.await(engine.expireOwner(expired.owner()));
        farm.await(engine.retireOwner(expired.owner()));

        List<OwnerSighting> seen = farm.await(other.store().inspection().owners());
        assertThat(seen)
                .filteredOn(owner -> owner.id().equals(retired.owner()))
                .allSatisfy(
                        owner -> assertThat(owner.expired() && owner.retired()).isTrue());
        assertThat(seen)
                .filteredOn(OwnerSighting::expired)
                .extracting(OwnerSighting::id)
                .isSubsetOf(retired.owner(), expired.owner());
        assertThat(seen)
                .filteredOn(owner -> !owner.id().equals(retired.owner()))
                .noneMatch(OwnerSighting::retired);
    }
}
