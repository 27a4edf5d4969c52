// SPDX-License-Identifier: Apache-2.0
/** Futures, threads and deadlines of a host, and the limits of what is under way. */
@NullMarked
package dev.rehydrate.host.async;

import org.jspecify.annotations.NullMarked;
