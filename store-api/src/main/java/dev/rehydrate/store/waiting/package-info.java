// SPDX-License-Identifier: Apache-2.0
/** What waits: deadlines of commands, how far a command has come, and callbacks to applications. */
@NullMarked
package dev.rehydrate.store.waiting;

import org.jspecify.annotations.NullMarked;
