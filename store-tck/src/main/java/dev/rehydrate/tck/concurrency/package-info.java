// SPDX-License-Identifier: Apache-2.0
/** Rules of many hosts at the same time: races of threads, and random histories of three nodes. */
@NullMarked
package dev.rehydrate.tck.concurrency;

import org.jspecify.annotations.NullMarked;
