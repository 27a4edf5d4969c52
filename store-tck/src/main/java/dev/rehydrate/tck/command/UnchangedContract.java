// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.ForceRelease;
import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.ResumeInstance;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.command.TouchInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.DefinitionVersion;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.InstanceValue.Option;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.Suspension;
import dev.rehydrate.instance.ValueSelection;
import dev.rehydrate.slot.InstanceRecord;
import dev.rehydrate.slot.SlotAddress;
import dev.rehydrate.slot.StoredValue;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a command does not name stays. Everything is compared that is stored of an instance which has something in each place. */
public abstract class UnchangedContract {

    private static final OwnerDescription KEEPING =
            OwnerDescription.ofType("documents").completingBy(CompletionAction.KEEP);
    private static final DefinitionIdentity ORDER =
            new DefinitionIdentity("Order", DefinitionVersion.parse("1.2.3.4"), "shop");
    private static final Duration TTL = Duration.ofHours(2);
    private static final Duration DUE = Duration.ofHours(1);
    private static final Duration STEP = Duration.ofMillis(500);

    private final InstanceId id = InstanceId.random();
    private final InstanceKey key = InstanceKey.random();
    private final InstanceKey endedKey = InstanceKey.random();

    /** One for all looks: each store that is opened costs time on a cluster. */
    private @Nullable StorageEngine engine;

    private InstanceRecord create(Farm farm, Node node) {
        Map<String, InstanceValue> text =
                Map.of("text", InstanceValue.of("4711").with(Option.OPTIONAL));
        Map<String, InstanceValue> data = Map.of(
                "number", InstanceValue.of(1),
                "title", InstanceValue.of("größe").with(Option.PROMOTED),
                "draft", InstanceValue.of("x").with(Option.OPTIONAL),
                "trace", InstanceValue.of(2.5).with(Option.WRITE_ONLY, Option.PROMOTED),
                "nothing", InstanceValue.of(null),
                "empty", InstanceValue.of(""),
                "bytes", InstanceValue.of(new byte[0]));
        InstanceKey home = new InstanceKey(id.high(), id.low());
        node.create(
                id,
                InstanceChanges.builder()
                        .replaceData(data)
                        .metadata(ValueDelta.putting(Map.of(
                                "origin",
                                InstanceValue.of("mail"),
                                "hint",
                                InstanceValue.of(7).with(Option.OPTIONAL))))
                        .keys(KeyChanges.associating(Map.of(home, text, key, text, endedKey, text)))
                        .dueAfter(DUE)
                        .definition(ORDER)
                        .idleTtl(TTL)
                        .build());
        farm.advance(STEP);
        node.save(
                        id,
                        InstanceChanges.builder()
                                .keys(new KeyChanges<>(Map.of(), Set.of(endedKey), Set.of(), Map.of()))
                                .fail("out of stock", "java.io.IOException")
                                .build())
                .receiptOrThrow();
        farm.advance(STEP);
        return record(farm);
    }

    private InstanceRecord record(Farm farm) {
        StorageEngine opened = engine == null ? farm.engine() : engine;
        engine = opened;
        return Objects.requireNonNull(
                farm.slot(opened, SlotAddress.of(id), ValueSelection.all()).instance());
    }

    @Test
    @DisplayName("U-00 all that is given is stored")
    void allThatIsGivenIsStored(Farm farm) {
        Instant begun = farm.now();

        InstanceRecord record = create(farm, farm.node(KEEPING));

        InstanceHeader header = record.header();
        Instant created = header.createdAt();
        Instant failed = header.updatedAt();
        assertThat(header.hostType()).isEqualTo("documents");
        assertThat(header.definition()).isEqualTo(ORDER);
        assertThat(header.suspension()).isEqualTo(new Suspension("out of stock", "java.io.IOException", failed, true));
        assertThat(header.dueAt())
                .isBetween(created.plus(DUE), created.plus(DUE).plusMillis(1));
        assertThat(created).isBetween(begun, begun.plus(STEP));
        assertThat(failed).isBetween(begun.plus(STEP), farm.now().minus(STEP));
        assertThat(header.expiresAt()).isEqualTo(failed.plus(TTL));
        assertThat(record.idleTtl()).isEqualTo(TTL);
        assertThat(options(record.data(), "number")).isEmpty();
        assertThat(options(record.data(), "title")).containsExactly(Option.PROMOTED);
        assertThat(options(record.data(), "draft")).containsExactly(Option.OPTIONAL);
        assertThat(options(record.data(), "trace")).containsExactlyInAnyOrder(Option.WRITE_ONLY, Option.PROMOTED);
        assertThat(options(record.metadata(), "hint")).containsExactly(Option.OPTIONAL);
        assertThat(record.promoted()).hasToString("{title=größe, trace=2.5}");
        record.keys().forEach((each, entry) -> {
            assertThat(entry.state()).isEqualTo(each.equals(endedKey) ? KeyState.COMPLETED : KeyState.ASSOCIATED);
            assertThat(options(entry.metadata(), "text")).containsExactly(Option.OPTIONAL);
        });
        assertThat(record.keys()).hasSize(3);
    }

    private static Set<Option> options(Map<String, StoredValue> bag, String name) {
        return Objects.requireNonNull(bag.get(name)).options();
    }

    /** Fails unless just these parts have changed, and the times to the present; time goes on after that. */
    private InstanceRecord changed(Farm farm, InstanceRecord before, String... parts) {
        InstanceRecord after = record(farm);
        assertThat(Differences.between(before, after)).containsExactlyInAnyOrder(parts);
        InstanceHeader header = after.header();
        Set<String> all = Set.of(parts);
        if (all.contains("updatedAt")) {
            assertThat(header.updatedAt()).isBetween(farm.now().minus(STEP), farm.now());
            assertThat(header.updatedAt()).isAfter(before.header().updatedAt());
        }
        if (all.contains("expiresAt") && after.idleTtl() != null) {
            Instant latest = farm.now().plus(after.idleTtl());
            assertThat(header.expiresAt()).isBetween(latest.minus(STEP), latest);
        }
        farm.advance(STEP);
        return after;
    }

    @Test
    @DisplayName(
            "U-01 a hold that is taken, given back, taken away or taken over changes nothing but itself and the idle time")
    void aHoldChangesNothingElse(Farm farm) {
        Node node = farm.node(KEEPING);
        InstanceRecord before = create(farm, node);

        InstanceHandle handle = node.hold(id);
        before = changed(farm, before, "holder", "token", "expiresAt");
        node.release(handle);
        before = changed(farm, before, "holder", "expiresAt");

        InstanceHandle byKey = node.handle();
        node.run(byKey, LoadInstanceByKey.of(key, LoadMode.hold())).snapshotOrThrow();
        before = changed(farm, before, "holder", "token", "expiresAt");
        node.run(id, ForceRelease.now());
        before = changed(farm, before, "holder", "token", "expiresAt");

        Node dying = farm.node(KEEPING);
        dying.hold(id);
        before = changed(farm, before, "holder", "token", "expiresAt");
        dying.crash();
        farm.passLease();
        node.hold(id);
        changed(farm, before, "holder", "token", "expiresAt");
    }

    @Test
    @DisplayName("U-02 a save changes what it names and nothing else")
    void aSaveChangesWhatItNames(Farm farm) {
        Node node = farm.node(KEEPING);
        InstanceRecord before = create(farm, node);

        node.save(id, InstanceChanges.none()).receiptOrThrow();
        changed(farm, before, "token", "revision", "updatedAt", "expiresAt");
        InstanceHandle handle = node.hold(id);
        before = record(farm);
        farm.advance(STEP);

        save(node, handle, InstanceChanges.builder());
        before = changed(farm, before, "revision", "updatedAt", "expiresAt");
        save(
                node,
                handle,
                InstanceChanges.builder()
                        .metadata(new ValueDelta<>(Map.of("b", InstanceValue.of(2)), Set.of("origin"))));
        before = changed(farm, before, "metadata", "revision", "updatedAt", "expiresAt");
        assertThat(before.metadata()).containsOnlyKeys("b", "hint");
        save(
                node,
                handle,
                InstanceChanges.builder()
                        .changeData(new ValueDelta<>(Map.of("number", InstanceValue.of(2)), Set.of("draft"))));
        before = changed(farm, before, "data", "revision", "updatedAt", "expiresAt");
        assertThat(before.data()).containsOnlyKeys("number", "title", "trace", "nothing", "empty", "bytes");
        save(node, handle, InstanceChanges.builder().dueAfter(DUE));
        before = changed(farm, before, "dueAt", "revision", "updatedAt", "expiresAt");
        save(node, handle, InstanceChanges.builder().definition(null));
        before = changed(farm, before, "definition", "revision", "updatedAt", "expiresAt");
        save(node, handle, InstanceChanges.builder().resume());
        before = changed(farm, before, "suspension", "revision", "updatedAt", "expiresAt");
        save(node, handle, InstanceChanges.builder().idleTtl(TTL.multipliedBy(2)));
        changed(farm, before, "idleTtl", "revision", "updatedAt", "expiresAt");
    }

    private static void save(Node node, InstanceHandle handle, InstanceChanges.Builder changes) {
        node.save(handle, changes.build()).receiptOrThrow();
    }

    @Test
    @DisplayName("U-03 a change of one key leaves the others, and what is stored with each")
    void aChangeOfAKeyLeavesTheOthers(Farm farm) {
        Node node = farm.node(KEEPING);
        create(farm, node);
        InstanceHandle handle = node.hold(id);
        InstanceRecord before = record(farm);
        farm.advance(STEP);
        ValueDelta<InstanceValue> more = ValueDelta.putting(Map.of("more", InstanceValue.of(1)));

        save(node, handle, keys(new KeyChanges<>(Map.of(), Set.of(), Set.of(), Map.of(key, more))));
        InstanceRecord after = changed(farm, before, "keys", "revision", "updatedAt", "expiresAt");
        assertThat(Objects.requireNonNull(after.keys().get(key)).metadata()).containsOnlyKeys("text", "more");
        assertThat(without(after, key)).isEqualTo(without(before, key));

        save(node, handle, keys(new KeyChanges<>(Map.of(), Set.of(key), Set.of(), Map.of())));
        before = changed(farm, after, "keys", "revision", "updatedAt", "expiresAt");
        assertThat(Objects.requireNonNull(before.keys().get(key)).metadata()).containsOnlyKeys("text", "more");
        assertThat(without(after, key)).isEqualTo(without(before, key));

        save(node, handle, keys(KeyChanges.releasing(endedKey)));
        after = changed(farm, before, "keys", "revision", "updatedAt", "expiresAt");
        assertThat(after.keys()).isEqualTo(without(before, endedKey));
    }

    private static InstanceChanges.Builder keys(KeyChanges<InstanceValue> changes) {
        return InstanceChanges.builder().keys(changes);
    }

    private static Map<InstanceKey, Object> without(InstanceRecord record, InstanceKey key) {
        Map<InstanceKey, Object> others = new HashMap<>(record.keys());
        others.remove(key);
        return others;
    }

    @Test
    @DisplayName("U-04 an administrator's command changes what it is about and nothing else")
    void anAdministratorsCommandChangesWhatItIsAbout(Farm farm) {
        Node node = farm.node(KEEPING);
        InstanceRecord before = create(farm, node);

        node.run(id, ResumeInstance.now());
        before = changed(farm, before, "suspension", "revision", "updatedAt", "expiresAt");
        node.run(id, SuspendInstance.because("a person has to look"));
        before = changed(farm, before, "suspension", "revision", "updatedAt", "expiresAt");
        node.run(id, TouchInstance.now());
        before = changed(farm, before, "expiresAt");
        node.run(id, TouchInstance.withTtl(TTL.multipliedBy(2)));
        changed(farm, before, "idleTtl", "expiresAt");
    }

    @Test
    @DisplayName("U-05 what is completed and kept has all that it had, but for what ends with it")
    void whatIsKeptHasAllThatItHad(Farm farm) {
        Node node = farm.node(KEEPING);
        InstanceRecord before = create(farm, node);

        node.complete(id);

        InstanceRecord after = changed(
                farm,
                before,
                "state",
                "dueAt",
                "suspension",
                "idleTtl",
                "keys",
                "token",
                "revision",
                "updatedAt",
                "expiresAt");
        assertThat(after.state()).isEqualTo(InstanceState.COMPLETED);
        before.keys()
                .forEach((each, entry) -> assertThat(
                                Objects.requireNonNull(after.keys().get(each)).metadata())
                        .isEqualTo(entry.metadata()));
    }

    @Test
    @DisplayName("U-06 an instance that runs is what was saved")
    void anInstanceThatRunsIsWhatWasSaved(Farm farm) {
        Node node = farm.node(KEEPING);
        create(farm, node);
        node.run(id, ResumeInstance.now());
        farm.advance(DUE);
        InstanceRecord before = record(farm);

        InstanceSnapshot loaded = node.loadRunnable().loaded().orElseThrow();

        InstanceRecord after = changed(farm, before, "holder", "token", "expiresAt");
        assertShows(loaded, after);
    }

    @Test
    @DisplayName("U-07 every load shows what is stored, and changes nothing unless it takes the hold")
    void everyLoadShowsWhatIsStored(Farm farm) {
        Node node = farm.node(KEEPING);
        InstanceRecord stored = create(farm, node);

        assertShows(node.read(id), stored);
        assertShows(node.load(id, LoadMode.peek()).snapshotOrThrow(), stored);
        assertShows(node.load(key, LoadMode.authoritative()).snapshotOrThrow(), stored);
        farm.eventually(() -> assertShows(node.load(id, LoadMode.free()).snapshotOrThrow(), stored));
        assertLists(node, stored);
        changed(farm, stored);

        InstanceSnapshot held = node.load(id, LoadMode.hold()).snapshotOrThrow();
        assertShows(held, record(farm));
        assertLists(node, record(farm));
    }

    private static void assertShows(InstanceSnapshot snapshot, InstanceRecord stored) {
        assertThat(snapshot.header()).isEqualTo(stored.header());
        assertThat(snapshot.data().names())
                .containsExactlyInAnyOrder("number", "title", "draft", "nothing", "empty", "bytes");
        assertThat(snapshot.data().promoted()).containsOnlyKeys("title");
        assertThat(snapshot.data().get("title", String.class)).isEqualTo("größe");
        assertThat(snapshot.data().get("nothing", Object.class)).isNull();
        assertThat(snapshot.data().get("empty", String.class)).isEmpty();
        assertThat(snapshot.data().get("bytes", byte[].class)).isEmpty();
        assertThat(snapshot.metadata().names()).containsExactlyInAnyOrder("origin", "hint");
        assertThat(snapshot.keys()).hasSameSizeAs(stored.keys());
        snapshot.keys().forEach((each, view) -> {
            assertThat(view.state())
                    .isEqualTo(Objects.requireNonNull(stored.keys().get(each)).state());
            assertThat(view.metadata().get("text", String.class)).isEqualTo("4711");
        });
    }

    private static void assertLists(Node node, InstanceRecord stored) {
        InstancePage.Entry entry = node.query(
                        InstanceQuery.builder().withAllValues().build())
                .entries()
                .get(0);
        assertThat(entry.header()).isEqualTo(stored.header());
        assertThat(entry.promoted()).isEqualTo(stored.promoted());
        assertThat(entry.data().names())
                .containsExactlyInAnyOrder("number", "title", "draft", "nothing", "empty", "bytes");
        assertThat(entry.metadata().names()).containsExactlyInAnyOrder("origin", "hint");
    }
}
