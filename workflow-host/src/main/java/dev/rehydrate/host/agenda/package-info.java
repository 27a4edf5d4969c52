// SPDX-License-Identifier: Apache-2.0
/**
 * What a host remembers with an instance, in its metadata: messages to send, timers, and messages that were handled. Plain
 * immutable data, and the rules of what follows from it.
 */
@NullMarked
package dev.rehydrate.host.agenda;

import org.jspecify.annotations.NullMarked;
