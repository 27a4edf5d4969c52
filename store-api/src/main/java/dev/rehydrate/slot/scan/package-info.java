// SPDX-License-Identifier: Apache-2.0
/**
 * Looks at many slots: which of them a scan finds, which records meet a query, and the pages in which they are found. For authors of
 * providers, whose engines walk through their slots or look them up in an index.
 */
@NullMarked
@Experimental
package dev.rehydrate.slot.scan;

import dev.rehydrate.stability.Experimental;
import org.jspecify.annotations.NullMarked;
