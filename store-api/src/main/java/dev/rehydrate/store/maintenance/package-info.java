// SPDX-License-Identifier: Apache-2.0
/** What a store does without being asked: its owners beat, it watches those of others, sweeps, and detects runnable instances. */
@NullMarked
package dev.rehydrate.store.maintenance;

import org.jspecify.annotations.NullMarked;
