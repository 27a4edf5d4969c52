// SPDX-License-Identifier: Apache-2.0
/** What the tests of all codecs share. */
@NullMarked
package dev.rehydrate.codec.check;

import org.jspecify.annotations.NullMarked;
