// SPDX-License-Identifier: Apache-2.0
/** The fields of what is sent to a slot and back: operations, changes, answers and refusals. */
@NullMarked
package dev.rehydrate.format.message;

import org.jspecify.annotations.NullMarked;
