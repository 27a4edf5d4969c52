// SPDX-License-Identifier: Apache-2.0
/** What users would have instead of a store: the same checked work, on a map, a database or a server. */
@NullMarked
package dev.rehydrate.benchmark.peer;

import org.jspecify.annotations.NullMarked;
