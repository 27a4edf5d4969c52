// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot;

import dev.rehydrate.store.StoreOptions;

/**
 * A bean of the application that says in code what the store shall be like and cannot be said by name: retention, decorator, log
 * context.
 */
@FunctionalInterface
public interface StoreCustomizer {

    /**
     * Changes settings.
     *
     * @param store the settings so far; what is set by name, such as {@code rehydrate.lease}, overrules what is returned
     * @return the settings to use
     */
    StoreOptions customize(StoreOptions store);
}
