// SPDX-License-Identifier: Apache-2.0
/** The store as a host sees it: {@link dev.rehydrate.store.InstanceStore}, handles, owners and events. */
@NullMarked
package dev.rehydrate.store;

import org.jspecify.annotations.NullMarked;
