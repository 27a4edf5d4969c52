// SPDX-License-Identifier: Apache-2.0
/** Plays a story against a farm, tells what happens line by line, and compares what comes out with what the story says. */
@NullMarked
package dev.rehydrate.sample.play;

import org.jspecify.annotations.NullMarked;
