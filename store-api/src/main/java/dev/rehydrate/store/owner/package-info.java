// SPDX-License-Identifier: Apache-2.0
/** The owners of this process and their handles: what each has bound, holds and gives back. */
@NullMarked
package dev.rehydrate.store.owner;

import org.jspecify.annotations.NullMarked;
