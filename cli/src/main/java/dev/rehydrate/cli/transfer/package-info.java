// SPDX-License-Identifier: Apache-2.0
/** Instances as lines of JSON, and back. */
@NullMarked
package dev.rehydrate.cli.transfer;

import org.jspecify.annotations.NullMarked;
