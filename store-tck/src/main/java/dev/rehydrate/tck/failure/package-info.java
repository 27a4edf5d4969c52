// SPDX-License-Identifier: Apache-2.0
/** Rules of failures: a command that is given again, an outcome that is unknown, a host that dies between two steps. */
@NullMarked
package dev.rehydrate.tck.failure;

import org.jspecify.annotations.NullMarked;
