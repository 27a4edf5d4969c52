// SPDX-License-Identifier: Apache-2.0
/** Write-behind: slots of a farm in memory are copied to a database, and a farm that starts is filled from it. */
@NullMarked
package dev.rehydrate.store.hazelcast.behind;

import org.jspecify.annotations.NullMarked;
