// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.store.InstanceStore;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The handles of the owners of a store that were not freed. A store keeps each of them until its owner ends. */
final class LiveHandles {

    private LiveHandles() {}

    static Set<Object> of(InstanceStore store) {
        Set<Object> all = new HashSet<>();
        Map<?, ?> owners = (Map<?, ?>) field(field(store, InstanceStore.class, "runtime"), "owners");
        for (Object owner : owners.values()) {
            all.addAll((Collection<?>) field(owner, "handles"));
        }
        return all;
    }

    private static Object field(Object of, String name) {
        return field(of, of.getClass(), name);
    }

    /** A store publishes no figure of them. */
    private static Object field(Object of, Class<?> declaredIn, String name) {
        try {
            Field field = declaredIn.getDeclaredField(name);
            field.setAccessible(true);
            return field.get(of);
        } catch (ReflectiveOperationException renamed) {
            throw new LinkageError("the store has other fields", renamed);
        }
    }
}
