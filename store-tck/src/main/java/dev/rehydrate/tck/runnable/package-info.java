// SPDX-License-Identifier: Apache-2.0
/** Rules of instances that want to run without a message: which are due, who is told, and who gets them. */
@NullMarked
package dev.rehydrate.tck.runnable;

import org.jspecify.annotations.NullMarked;
