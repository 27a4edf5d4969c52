// SPDX-License-Identifier: Apache-2.0
/** Instances that want to run, found ahead of the commands that take them, and how several stores share them out. */
@NullMarked
package dev.rehydrate.store.runnable;

import org.jspecify.annotations.NullMarked;
