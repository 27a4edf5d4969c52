// SPDX-License-Identifier: Apache-2.0
/** The command line of operators: {@code rehydrate}. */
@NullMarked
package dev.rehydrate.cli;

import org.jspecify.annotations.NullMarked;
