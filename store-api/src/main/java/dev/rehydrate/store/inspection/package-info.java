// SPDX-License-Identifier: Apache-2.0
/** What tools see of a store beside its instances: owners with their leases, and keys with their claims; and what they do about damaged records. */
@NullMarked
@Experimental
package dev.rehydrate.store.inspection;

import dev.rehydrate.stability.Experimental;
import org.jspecify.annotations.NullMarked;
