// SPDX-License-Identifier: Apache-2.0
/** Who may change something, and from where. */
@NullMarked
package dev.rehydrate.console.access;

import org.jspecify.annotations.NullMarked;
