// SPDX-License-Identifier: Apache-2.0
/** Text for people: numbers with units, and guesses at what a mistyped word was meant to be. */
@NullMarked
package dev.rehydrate.sample.text;

import org.jspecify.annotations.NullMarked;
