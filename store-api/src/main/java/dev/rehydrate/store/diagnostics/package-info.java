// SPDX-License-Identifier: Apache-2.0
/** What a store tells tools about itself, and what it repairs for them. */
@NullMarked
package dev.rehydrate.store.diagnostics;

import org.jspecify.annotations.NullMarked;
