// SPDX-License-Identifier: Apache-2.0
/** Rules of commands on one instance: how it is saved, loaded and completed, what stays as it was, and for how long. */
@NullMarked
package dev.rehydrate.tck.command;

import org.jspecify.annotations.NullMarked;
