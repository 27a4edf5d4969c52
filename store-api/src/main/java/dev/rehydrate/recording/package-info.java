// SPDX-License-Identifier: Apache-2.0
/** The flight recorder: what the last changes of an instance were, by whom, when, and how large they left it. */
@NullMarked
@Experimental
package dev.rehydrate.recording;

import dev.rehydrate.stability.Experimental;
import org.jspecify.annotations.NullMarked;
