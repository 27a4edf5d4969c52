// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.farm;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.sample.document.DocumentWorkflow;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryData;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import java.util.Locale;
import java.util.function.Supplier;

/** The stores that a farm can run on. */
public enum StoreKind {
    /** In the memory of this process, shared by all nodes in it. */
    MEMORY {
        @Override
        public Supplier<InstanceStore> onNewData() {
            MemoryData data = new MemoryData();
            return () -> MemoryInstanceStore.open(data, options());
        }
    };

    /**
     * Makes data without any instance.
     *
     * @return opens a store on it, as often as it is asked to
     */
    public abstract Supplier<InstanceStore> onNewData();

    /** {@return what every store needs to keep documents} */
    public static StoreOptions options() {
        return StoreOptions.defaults().withValues(ValueEncoding.with(DocumentWorkflow.codec()));
    }

    /** {@return the name on the command line} */
    public String argument() {
        return name().toLowerCase(Locale.ROOT);
    }
}
