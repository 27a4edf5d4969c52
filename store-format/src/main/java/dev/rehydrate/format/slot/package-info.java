// SPDX-License-Identifier: Apache-2.0
/** The fields of a slot: the record of an instance, its values, its keys, and the commands that a slot remembers. */
@NullMarked
package dev.rehydrate.format.slot;

import org.jspecify.annotations.NullMarked;
