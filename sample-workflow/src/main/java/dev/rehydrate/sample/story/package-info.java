// SPDX-License-Identifier: Apache-2.0
/**
 * Editing sessions as a file, and what every document in it must be in the end. Knows nothing of the service. The format is
 * described beside the file, in {@code sessions.md}.
 */
@NullMarked
package dev.rehydrate.sample.story;

import org.jspecify.annotations.NullMarked;
