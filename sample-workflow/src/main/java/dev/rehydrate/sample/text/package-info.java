// SPDX-License-Identifier: Apache-2.0
/** Text for people: columns that stay aligned in any script, and guesses at what a mistyped word was meant to be. */
@NullMarked
package dev.rehydrate.sample.text;

import org.jspecify.annotations.NullMarked;
