// SPDX-License-Identifier: Apache-2.0
/** What is seen of a store from outside: its log lines with their context, and what listeners are told. */
@NullMarked
package dev.rehydrate.store.observation;

import org.jspecify.annotations.NullMarked;
