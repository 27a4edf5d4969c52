// SPDX-License-Identifier: Apache-2.0
/** The pages of the console, as HTML. */
@NullMarked
package dev.rehydrate.console.page;

import org.jspecify.annotations.NullMarked;
