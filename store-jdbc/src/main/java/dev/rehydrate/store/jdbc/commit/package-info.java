// SPDX-License-Identifier: Apache-2.0
/** The commit protocol over a database of which it needs two calls; without thread, clock or randomness of its own. */
@NullMarked
package dev.rehydrate.store.jdbc.commit;

import org.jspecify.annotations.NullMarked;
