// SPDX-License-Identifier: Apache-2.0
/** Lists of instances: conditions become SQL, and rows become pages. */
@NullMarked
package dev.rehydrate.store.jdbc.query;

import org.jspecify.annotations.NullMarked;
