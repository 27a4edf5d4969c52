// SPDX-License-Identifier: Apache-2.0
/** What is due without a message from outside: timers, and instances that the store offers because they are runnable. */
@NullMarked
package dev.rehydrate.host.timer;

import org.jspecify.annotations.NullMarked;
