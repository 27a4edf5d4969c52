// SPDX-License-Identifier: Apache-2.0
/**
 * A host: turns messages into loads, turns and saves. Start with {@link dev.rehydrate.host.WorkflowDefinition} and {@link
 * dev.rehydrate.host.WorkflowHost}.
 */
@NullMarked
@Stable
package dev.rehydrate.host;

import dev.rehydrate.stability.Stable;
import org.jspecify.annotations.NullMarked;
