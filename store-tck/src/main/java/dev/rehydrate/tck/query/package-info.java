// SPDX-License-Identifier: Apache-2.0
/** Rules of queries: what is listed, under which conditions, and in which pages. */
@NullMarked
package dev.rehydrate.tck.query;

import org.jspecify.annotations.NullMarked;
