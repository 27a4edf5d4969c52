// SPDX-License-Identifier: Apache-2.0
/**
 * What a host stores with an instance, in its metadata: the outbox, timers, processed messages (idempotency), the queue of a
 * mailbox, conversations. Immutable data and its JSON form.
 */
@NullMarked
package dev.rehydrate.host.state;

import org.jspecify.annotations.NullMarked;
