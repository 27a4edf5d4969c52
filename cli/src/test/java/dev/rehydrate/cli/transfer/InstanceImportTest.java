// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.inspection.OwnerSighting;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class InstanceImportTest {

    @Test
    void theOwnerOfAnImportRunsNothing() throws Exception {
        InstanceId id = InstanceId.random();
        try (InstanceStore source = MemoryInstanceStore.open(StoreOptions.defaults());
                InstanceStore target = MemoryInstanceStore.open(StoreOptions.defaults())) {
            source.commands().execute(id, CreateInstance.of(InstanceChanges.data(Map.of("a", "b"))));
            var line = InstanceLine.of(
                    source.inspection().record(id).get(1, TimeUnit.MINUTES).orElseThrow());

            assertThat(new InstanceImport(target).create(line).get(1, TimeUnit.MINUTES))
                    .isEqualTo(InstanceImport.Outcome.CREATED);

            List<OwnerSighting> owners = target.inspection().owners().get(1, TimeUnit.MINUTES);
            assertThat(owners).isNotEmpty().allSatisfy(owner -> {
                DefinitionFilter runs = owner.description().definitions();
                assertThat(owner.description().hostType()).isNull();
                assertThat(runs.accepts(null)).isFalse();
                assertThat(runs.accepts(DefinitionIdentity.of("Order", "1.0"))).isFalse();
            });
        }
    }
}
