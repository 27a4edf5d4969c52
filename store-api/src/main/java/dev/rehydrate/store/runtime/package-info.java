// SPDX-License-Identifier: Apache-2.0
/** What the commands of one store share: its engine, clocks, owners, and what it remembers of claims, holds and damage. */
@NullMarked
package dev.rehydrate.store.runtime;

import org.jspecify.annotations.NullMarked;
