// SPDX-License-Identifier: Apache-2.0
/** How a command reaches a running farm or a database. */
@NullMarked
package dev.rehydrate.cli.connect;

import org.jspecify.annotations.NullMarked;
