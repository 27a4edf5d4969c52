// SPDX-License-Identifier: Apache-2.0
/**
 * Terms, as consensus protocols have them: each majority of a protected farm decides under a number that is larger than that
 * of every majority before it. Pure: knows neither the engine nor a clock.
 */
@NullMarked
package dev.rehydrate.store.hazelcast.term;

import org.jspecify.annotations.NullMarked;
