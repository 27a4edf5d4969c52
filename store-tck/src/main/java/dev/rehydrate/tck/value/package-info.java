// SPDX-License-Identifier: Apache-2.0
/** Rules of named values: what comes back of them, which are written and loaded, and who can read them. */
@NullMarked
package dev.rehydrate.tck.value;

import org.jspecify.annotations.NullMarked;
