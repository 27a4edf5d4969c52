// SPDX-License-Identifier: Apache-2.0
/** What a store does, as meters of Micrometer: {@link dev.rehydrate.store.micrometer.StoreMeters}. */
@NullMarked
@Stable
package dev.rehydrate.store.micrometer;

import dev.rehydrate.stability.Stable;
import org.jspecify.annotations.NullMarked;
