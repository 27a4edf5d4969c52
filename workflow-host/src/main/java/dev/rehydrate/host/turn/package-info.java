// SPDX-License-Identifier: Apache-2.0
/** Calls and turns: from a message to the saved turn, with retry, optimistic concurrency and lost answers of the store. */
@NullMarked
package dev.rehydrate.host.turn;

import org.jspecify.annotations.NullMarked;
