// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot;

import dev.rehydrate.store.StoreOptions;

/**
 * A bean of the application that says in code what the store shall be like: what cannot be set by name, such as decorator and log
 * context, and all that is not set by name.
 */
@FunctionalInterface
public interface StoreCustomizer {

    /**
     * Changes settings.
     *
     * @param store the settings so far: the defaults, with the {@code ValueEncoding}, {@code TimeSource} and {@code StoreListener}
     *     beans of the application, and what customizers before this one have changed
     * @return the settings to use; what is set by name, such as {@code rehydrate.lease}, overrules them. Without values of its own,
     *     as {@code withValues} gives them, and without a {@code ValueEncoding} bean, values are JSON
     */
    StoreOptions customize(StoreOptions store);
}
