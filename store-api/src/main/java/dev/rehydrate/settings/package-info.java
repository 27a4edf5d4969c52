// SPDX-License-Identifier: Apache-2.0
/**
 * Settings by name, in one way of writing them for all sources: what a value may be, which is the default, and every mistake with
 * its place, told at once. Which settings there are and where they are looked for is decided outside of this package.
 */
@NullMarked
package dev.rehydrate.settings;

import org.jspecify.annotations.NullMarked;
