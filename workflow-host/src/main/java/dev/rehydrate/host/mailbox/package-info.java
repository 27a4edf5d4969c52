// SPDX-License-Identifier: Apache-2.0
/** Posted messages: an instance of its own for each queue, at-least-once delivery, dead letters and redrive. */
@NullMarked
package dev.rehydrate.host.mailbox;

import org.jspecify.annotations.NullMarked;
