// SPDX-License-Identifier: Apache-2.0
/** What a store does, as meters of Micrometer: {@link dev.rehydrate.store.micrometer.StoreMeters}. */
@NullMarked
package dev.rehydrate.store.micrometer;

import org.jspecify.annotations.NullMarked;
