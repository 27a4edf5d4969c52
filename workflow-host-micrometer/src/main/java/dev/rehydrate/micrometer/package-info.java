// SPDX-License-Identifier: Apache-2.0
/**
 * What hosts and a farm do, as meters of Micrometer: {@link dev.rehydrate.micrometer.HostMeters} and {@link
 * dev.rehydrate.micrometer.FarmMeters}.
 */
@NullMarked
@Experimental
package dev.rehydrate.micrometer;

import dev.rehydrate.stability.Experimental;
import org.jspecify.annotations.NullMarked;
