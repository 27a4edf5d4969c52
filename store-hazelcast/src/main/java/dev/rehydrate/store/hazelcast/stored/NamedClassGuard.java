// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.stored;

import com.hazelcast.config.ClassFilter;

/**
 * Finds the classes that an engine of our own asks for by name, and no others. The filter of Java serialization does not see
 * all names that come in bytes: one kind of record names a class with which the engine begins by making an object of it.
 */
public final class NamedClassGuard extends ClassLoader {

    static {
        registerAsParallelCapable();
    }

    private final ClassFilter refused = new ClassFilter().addPrefixes("com.hazelcast.shaded.");
    private final ClassFilter allowed = AllowedTypes.failures()
            // Its own parts, our part of it, and a look whether there is a cache API.
            .addPrefixes("com.hazelcast.", "dev.rehydrate.store.hazelcast.", "javax.cache.");

    public NamedClassGuard(ClassLoader parent) {
        super("rehydrate", parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (allowed.isListed(name) && !refused.isListed(name)) {
            return super.loadClass(name, resolve);
        }
        String refusal = "class " + name + " is not one that this cluster makes by name";
        if (Thread.currentThread().getContextClassLoader() == this) {
            throw new ClassNotFoundException(refusal);
        }
        // The engine would ask the thread's own loader next.
        throw new SecurityException(refusal);
    }
}
