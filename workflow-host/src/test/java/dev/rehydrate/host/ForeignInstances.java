// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.CreateOwner;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.store.InstanceStore;
import java.time.Instant;
import java.util.Map;

/** Instances that no host of these tests has made, and that have been due for long, so that they are found first. */
final class ForeignInstances {

    private final InstanceStore store;
    private final OwnerId owner;

    ForeignInstances(InstanceStore store, OwnerDescription host) {
        this.store = store;
        this.owner = store.execute(store.createHandle(), new CreateOwner(host), SECOND);
    }

    void create(int count, DefinitionIdentity definition, Map<String, InstanceValue> data) {
        InstanceChanges<InstanceValue> due = InstanceChanges.builder()
                .replaceData(data)
                .definition(definition)
                .dueAt(Instant.EPOCH)
                .build();
        for (int i = 0; i < count; i++) {
            store.execute(
                            store.createHandle(owner, InstanceId.random()),
                            CreateInstance.of(due, AfterSave.RELEASE),
                            SECOND)
                    .receiptOrThrow();
        }
    }
}
