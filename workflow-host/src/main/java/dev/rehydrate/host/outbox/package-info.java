// SPDX-License-Identifier: Apache-2.0
/** Messages that instances send: the transactional outbox, its sink, dead letters and redrive. */
@NullMarked
package dev.rehydrate.host.outbox;

import org.jspecify.annotations.NullMarked;
