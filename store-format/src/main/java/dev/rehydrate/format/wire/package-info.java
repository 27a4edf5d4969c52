// SPDX-License-Identifier: Apache-2.0
/** The primitives of the format: numbers, texts, moments, sections, lists and variants, written and read with a checksum. */
@NullMarked
package dev.rehydrate.format.wire;

import org.jspecify.annotations.NullMarked;
