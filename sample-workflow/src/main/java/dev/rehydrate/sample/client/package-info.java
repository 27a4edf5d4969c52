// SPDX-License-Identifier: Apache-2.0
/** A client of the farm, without any memory of which node served it last. */
@NullMarked
package dev.rehydrate.sample.client;

import org.jspecify.annotations.NullMarked;
