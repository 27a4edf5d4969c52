// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.runnable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.LoadRunnable;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.OutcomeUnknownException;
import dev.rehydrate.command.failure.StoreUnavailableException;
import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.StoreEvent;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.NoteCodec;
import dev.rehydrate.tck.farm.Sample;
import dev.rehydrate.tck.fault.Fault;
import dev.rehydrate.tck.fault.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Instances that want to run without a message: contract §2.7, §4.4. */
public abstract class RunnableContract {

    private static final OwnerDescription TYPED = OwnerDescription.ofType("documents");
    private static final Duration HALF_A_MILLISECOND = Duration.ofNanos(500_000);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final InstanceId id = InstanceId.random();

    @Test
    @DisplayName("WF-55 an instance that is released and due at once is signalled and loaded as runnable")
    void anInstanceThatIsDueIsSignalledAndLoaded(Farm farm) {
        Node node = drained(farm.node(TYPED));
        node.create(id, Sample.numbered(1).dueAfter(Duration.ZERO).build());

        farm.advance(Farm.DETECTION);

        assertThat(node.events()).containsExactly(StoreEvent.HAS_RUNNABLE);
        InstanceHandle handle = node.handle();
        InstanceSnapshot run = node.run(handle, LoadRunnable.now()).loaded().orElseThrow();
        assertThat(run.id()).isEqualTo(id);
        assertThat(run.held()).isTrue();
        assertThat(node.save(handle, Sample.number(2)).saved()).isPresent();
    }

    @Test
    @DisplayName("WF-56 a due time is kept to, however long the detection period is")
    void aDueTimeIsKeptTo(Farm farm) {
        Node node = drained(farm.node(TYPED, options -> options.withPeriods(MINUTE, MINUTE)));
        node.create(id, Sample.numbered(1).dueAfter(Duration.ofSeconds(2)).build());

        farm.advance(Duration.ofMillis(1_990));
        assertThat(node.events()).isEmpty();
        assertThat(node.loadRunnable().loaded()).isEmpty();

        farm.advance(Duration.ofMillis(20));
        assertThat(node.events()).containsExactly(StoreEvent.HAS_RUNNABLE);
        assertThat(node.loadRunnable().loaded()).isPresent();
    }

    @Test
    @DisplayName("W-04 of several due times to come the nearest is kept to, also by a store that was opened later")
    void theNearestDueTimeIsKeptTo(Farm farm) {
        Node former = farm.node(TYPED);
        former.create(
                InstanceId.random(),
                Sample.numbered(1).dueAfter(MINUTE.multipliedBy(60)).build());
        former.create(id, Sample.numbered(1).dueAfter(MINUTE.plusSeconds(20)).build());
        former.store().close();
        Node node = drained(farm.node(TYPED, options -> options.withPeriods(MINUTE, MINUTE)));

        farm.advance(MINUTE.plusSeconds(19));
        assertThat(node.events()).isEmpty();

        farm.advance(Duration.ofSeconds(1));
        assertThat(node.events()).containsExactly(StoreEvent.HAS_RUNNABLE);
    }

    @Test
    void whatIsDueNowIsFoundAtTheSameInstant(Farm farm) {
        Node node = drained(farm.node(TYPED));
        farm.advance(HALF_A_MILLISECOND);

        node.create(id, Sample.numbered(1).dueAfter(Duration.ZERO).build());

        assertThat(node.loadRunnable().loaded()).isPresent();
    }

    @Test
    void aDueTimeWithinAMillisecondIsReachedAtItsEnd(Farm farm) {
        Node node = drained(farm.node(TYPED));
        Instant next = farm.now().plusMillis(1);
        node.create(
                id,
                Sample.numbered(1).dueAt(farm.now().plus(HALF_A_MILLISECOND)).build());

        farm.advance(HALF_A_MILLISECOND);
        assertThat(node.read(id).header().dueAt()).isEqualTo(next);
        assertThat(node.loadRunnable().loaded()).isEmpty();
        farm.advance(HALF_A_MILLISECOND);

        assertThat(node.events()).containsExactly(StoreEvent.HAS_RUNNABLE);
        assertThat(node.loadRunnable().loaded()).isPresent();
    }

    @Test
    void aDueTimeThatAPollFindsIsKeptTo(Farm farm) {
        Node deaf = drained(farm.node(
                TYPED,
                options -> options.withDecorator(
                        engine -> new Deaf(options.decorator().apply(engine)))));
        farm.node(TYPED)
                .create(
                        id,
                        Sample.numbered(1)
                                .dueAfter(Farm.DETECTION.plusSeconds(2))
                                .build());

        farm.advance(Farm.DETECTION);
        assertThat(deaf.events()).isEmpty();
        farm.advance(Duration.ofMillis(2_100));

        assertThat(deaf.events()).containsExactly(StoreEvent.HAS_RUNNABLE);
    }

    @Test
    void anAnnouncementThatIsMissedIsMadeUpForByPolling(Farm farm) {
        Node deaf = drained(farm.node(
                TYPED,
                options -> options.withDecorator(
                        engine -> new Deaf(options.decorator().apply(engine)))));
        farm.node(TYPED).create(id, Sample.numbered(1).dueAfter(Duration.ZERO).build());

        farm.advance(Farm.DETECTION);

        assertThat(deaf.events()).containsExactly(StoreEvent.HAS_RUNNABLE);
    }

    @Test
    @DisplayName("WF-57 an instance without due time is never runnable")
    void anInstanceWithoutDueTimeIsNeverRunnable(Farm farm) {
        Node node = drained(farm.node(TYPED));
        node.create(id, Sample.number(1));

        farm.advance(Farm.DETECTION.multipliedBy(3));

        assertThat(node.events()).isEmpty();
        assertThat(node.loadRunnable().loaded()).isEmpty();
    }

    @Test
    @DisplayName("WF-59 of two owners one gets the due instance, the other nothing, and its event is reset")
    void oneOfTwoOwnersGetsTheDueInstance(Farm farm) {
        Node first = farm.node(TYPED);
        Node second = farm.node(TYPED);
        first.create(id, Sample.numbered(1).dueAfter(Duration.ZERO).build());
        farm.advance(Farm.DETECTION);
        assertThat(second.events()).containsExactly(StoreEvent.HAS_RUNNABLE);

        Optional<InstanceSnapshot> mine = first.loadRunnable().loaded();
        InstanceHandle handle = second.handle();
        Optional<InstanceSnapshot> others =
                second.run(handle, LoadRunnable.now()).loaded();

        assertThat(mine).isPresent();
        assertThat(others).isEmpty();
        assertThat(handle.isValid()).isTrue();
        assertThat(handle.instance()).isEmpty();
        assertThat(second.events()).isEmpty();
    }

    @Test
    @DisplayName("WF-60 with n due instances the event stays set until the first load that finds none")
    void theEventStaysSetUntilNoneIsLeft(Farm farm) {
        Node node = farm.node(TYPED);
        Set<InstanceId> due = new HashSet<>();
        for (int i = 0; i < 40; i++) {
            InstanceId each = InstanceId.random();
            due.add(each);
            node.create(each, Sample.numbered(i).dueAfter(Duration.ZERO).build());
        }
        farm.advance(Farm.DETECTION);

        while (!due.isEmpty()) {
            assertThat(node.events()).containsExactly(StoreEvent.HAS_RUNNABLE);
            InstanceSnapshot run = node.loadRunnable().loaded().orElseThrow();
            assertThat(due.remove(run.id())).isTrue();
        }

        assertThat(node.loadRunnable().loaded()).isEmpty();
        assertThat(node.events()).isEmpty();
    }

    @Test
    @DisplayName("WF-61 a due instance of another host type is neither signalled nor loaded")
    void aDueInstanceOfAnotherHostTypeIsNotOffered(Farm farm) {
        Node orders = drained(farm.node(OwnerDescription.ofType("orders")));
        Node anonymous = farm.node();
        farm.node(TYPED).create(id, Sample.numbered(1).dueAfter(Duration.ZERO).build());
        anonymous.create(
                InstanceId.random(), Sample.numbered(1).dueAfter(Duration.ZERO).build());

        farm.advance(Farm.DETECTION.multipliedBy(2));

        assertThat(orders.events()).isEmpty();
        assertThat(orders.loadRunnable().loaded()).isEmpty();
    }

    @Test
    @DisplayName("WF-62 an owner without host type cannot ask for runnable instances")
    void anOwnerWithoutHostTypeCannotAsk(Farm farm) {
        Node node = farm.node();

        assertThatThrownBy(node::loadRunnable).isInstanceOf(IllegalStateException.class);
        assertThat(node.events()).isEmpty();
    }

    @Test
    @DisplayName("WF-64 an instance that a message loaded is not runnable meanwhile")
    void anInstanceThatAMessageLoadedIsNotRunnable(Farm farm) {
        Node node = farm.node(TYPED);
        node.create(id, Sample.numbered(1).dueAfter(Duration.ZERO).build());
        farm.advance(Farm.DETECTION);

        InstanceHandle handle = node.hold(id);
        assertThat(node.loadRunnable().loaded()).isEmpty();

        node.release(handle);
        assertThat(node.loadRunnable().loaded()).isPresent();
    }

    @Test
    void aDueInstanceWhoseLoadWasNotAnsweredIsOfferedAgain(Farm farm) {
        Node node = farm.node(TYPED);
        Node other = farm.node(TYPED);
        node.create(id, Sample.numbered(1).dueAfter(Duration.ZERO).build());
        node.faults().inject(Fault.FAIL_AFTER, 1, EnumSet.of(Step.SLOT));
        assertThatThrownBy(node::loadRunnable).isInstanceOf(OutcomeUnknownException.class);
        assertThat(other.loadRunnable().loaded()).isEmpty();

        farm.advance(Farm.LEASE.plus(Farm.DETECTION));

        assertThat(other.events()).containsExactly(StoreEvent.HAS_RUNNABLE);
        assertThat(other.loadRunnable().loaded()).isPresent();
    }

    @Test
    void aSignalThatComesWhileALoadFindsNothingIsNotLost(Farm farm) {
        Node node = drained(farm.node(TYPED));
        node.faults().inject(Fault.HOLD_ANSWER, 1, EnumSet.of(Step.SCAN));
        var load = node.start(node.handle(), LoadRunnable.now());
        farm.awaitFault(node);
        farm.node(TYPED).create(id, Sample.numbered(1).dueAfter(Duration.ZERO).build());
        farm.advance(Duration.ofMillis(1));

        node.faults().open();

        assertThat(farm.await(load).loaded()).isEmpty();
        // An announcement from another process takes its time, and is looked into when time moves.
        farm.eventually(() -> {
            farm.advance(Duration.ZERO);
            assertThat(node.events()).containsExactly(StoreEvent.HAS_RUNNABLE);
        });
    }

    @Test
    void whatBecomesDueWhileAPollIsUnderWayIsNotMissed(Farm farm) {
        Node deaf = drained(farm.node(
                TYPED,
                options -> options.withDecorator(
                        engine -> new Deaf(options.decorator().apply(engine)))));
        farm.node(TYPED)
                .create(
                        id,
                        Sample.numbered(1)
                                .dueAfter(Farm.DETECTION.plusSeconds(1))
                                .build());
        deaf.faults().inject(Fault.HOLD_ANSWER, 1, EnumSet.of(Step.SCAN));
        farm.advance(Farm.DETECTION.plusSeconds(2));

        deaf.faults().open();
        farm.advance(Duration.ofMillis(1));

        assertThat(deaf.events()).containsExactly(StoreEvent.HAS_RUNNABLE);
    }

    @Test
    void aScanThatFailsIsNoUnknownOutcome(Farm farm) {
        Node node = farm.node(TYPED);
        InstanceHandle handle = node.handle();
        node.faults().inject(Fault.FAIL_AFTER, 1, EnumSet.of(Step.SCAN));

        assertThatThrownBy(() -> node.run(handle, LoadRunnable.now())).isInstanceOf(StoreUnavailableException.class);

        assertThat(handle.isValid()).isTrue();
        assertThat(node.run(handle, LoadRunnable.now()).loaded()).isEmpty();
    }

    @Test
    void onlyDefinitionsThatTheOwnerKnowsAreOffered(Farm farm) {
        DefinitionIdentity known = DefinitionIdentity.of("document", "1.2.0.1");
        DefinitionIdentity revised = DefinitionIdentity.of("document", "1.2.0.9");
        DefinitionIdentity unknown = DefinitionIdentity.of("document", "1.3");
        Node exact = farm.node(TYPED.running(DefinitionFilter.exactly(known)));
        Node lenient = farm.node(TYPED.running(DefinitionFilter.anyRevisionOf(known)));
        for (DefinitionIdentity definition : new DefinitionIdentity[] {unknown, revised}) {
            InstanceId each = definition.equals(revised) ? id : InstanceId.random();
            exact.create(
                    each,
                    Sample.numbered(1)
                            .definition(definition)
                            .dueAfter(Duration.ZERO)
                            .build());
        }
        farm.advance(Farm.DETECTION);

        assertThat(exact.loadRunnable().loaded()).isEmpty();
        assertThat(lenient.loadRunnable().loaded().map(InstanceSnapshot::id)).contains(id);
        assertThat(lenient.loadRunnable().loaded()).isEmpty();
        assertThat(exact.load(id, LoadMode.authoritative()).loaded()).isPresent();
    }

    @Test
    @DisplayName(
            "a runnable instance that a newer schema version has written is given back, not suspended, and hides no other")
    void whatANewerVersionHasWrittenIsLeftToOthers(Farm farm) {
        Node newer = ofVersion(farm, 2);
        for (int i = 0; i < 20; i++) {
            newer.create(InstanceId.random(), note().dueAfter(Duration.ZERO).build());
        }
        newer.create(id, note().dueAfter(Duration.ZERO).build());
        Node older = ofVersion(farm, 1);
        InstanceId readable = InstanceId.random();
        older.create(readable, note().dueAfter(Duration.ZERO).build());
        farm.advance(Farm.DETECTION);

        Set<InstanceId> ran = new HashSet<>();
        for (int i = 0; i < 5; i++) {
            older.loadRunnable().loaded().map(InstanceSnapshot::id).ifPresent(ran::add);
        }
        assertThat(ran).containsExactly(readable);

        InstanceHeader left = newer.load(id, LoadMode.peek()).snapshotOrThrow().header();
        assertThat(left.suspension()).isNull();
        farm.eventually(() -> assertThat(newer.load(id, LoadMode.peek())
                        .snapshotOrThrow()
                        .header()
                        .holder())
                .isNull());
        assertThat(newer.loadRunnable().loaded()).isPresent();
    }

    private static Node ofVersion(Farm farm, int version) {
        return farm.node(TYPED, options -> options.withValues(ValueEncoding.with(new NoteCodec(version))));
    }

    private static InstanceChanges.Builder note() {
        return InstanceChanges.builder().replaceData(Map.of("note", InstanceValue.of(new NoteCodec.Note("x"))));
    }

    private static Node drained(Node node) {
        assertThat(node.loadRunnable().loaded()).isEmpty();
        assertThat(node.events()).isEmpty();
        return node;
    }

    /** An engine that no announcement reaches. */
    private static final class Deaf extends ForwardingEngine {
        private Deaf(StorageEngine engine) {
            super(engine);
        }

        @Override
        public void onAnnouncement(Consumer<Announcement> listener) {
            // The announcements of others are lost on the way.
        }
    }
}
