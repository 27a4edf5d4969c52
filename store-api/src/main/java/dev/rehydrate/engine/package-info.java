// SPDX-License-Identifier: Apache-2.0
/** What a provider implements: an atomic read-modify-write on slots, scans, and a table of owners. */
@NullMarked
package dev.rehydrate.engine;

import org.jspecify.annotations.NullMarked;
