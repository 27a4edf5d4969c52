// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.LoadInstance;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.failure.InstanceStoreException;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.InstanceStore;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Instances that are only there: they give the members something to carry when partitions migrate, and must not go. */
final class Residents {

    private static final String VALUE = "x".repeat(2_000);

    private final InstanceStore store;
    private final int count;

    Residents(InstanceStore store, int count) {
        this.store = store;
        this.count = count;
    }

    /** Creates them all; to be called while all is well. */
    void create() {
        try (InstanceHandle ownerHandle = store.createHandle()) {
            OwnerId owner = store.execute(ownerHandle, new CreateOwner(OwnerDescription.anonymous()), Writer.PATIENCE);
            IntStream.range(0, count).parallel().forEach(number -> {
                InstanceChanges<InstanceValue> changes = InstanceChanges.data(Map.of("resident", VALUE + number));
                CreateInstance command = CreateInstance.of(changes, AfterSave.RELEASE);
                Patience.DEADLINE.settle(() -> {
                    try (InstanceHandle handle = store.createHandle(owner, id(number))) {
                        return store.execute(handle, command, Writer.PATIENCE).receiptOrThrow();
                    }
                });
            });
        }
    }

    /** {@return how many of them are there, with what they had} */
    long count() {
        try (InstanceHandle ownerHandle = store.createHandle()) {
            OwnerId owner = store.execute(ownerHandle, new CreateOwner(OwnerDescription.anonymous()), Writer.PATIENCE);
            return IntStream.range(0, count)
                    .parallel()
                    .filter(number -> isThere(owner, number))
                    .count();
        }
    }

    private boolean isThere(OwnerId owner, int number) {
        return Patience.DEADLINE.attempt(() -> looked(owner, number), Boolean.FALSE::equals);
    }

    private boolean looked(OwnerId owner, int number) {
        try (InstanceHandle handle = store.createHandle(owner, id(number))) {
            return store.execute(handle, LoadInstance.of(LoadMode.authoritative()), Writer.PATIENCE)
                    .loaded()
                    .filter(found -> (VALUE + number).equals(found.data().get("resident", String.class)))
                    .isPresent();
        } catch (InstanceStoreException trouble) {
            return false;
        }
    }

    /** {@return their ids} */
    static Stream<InstanceId> ids(int count) {
        return IntStream.range(0, count).mapToObj(Residents::id);
    }

    private static InstanceId id(int number) {
        return InstanceId.of(UUID.nameUUIDFromBytes(("resident " + number).getBytes(StandardCharsets.UTF_8)));
    }
}
