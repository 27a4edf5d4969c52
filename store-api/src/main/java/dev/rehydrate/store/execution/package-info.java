// SPDX-License-Identifier: Apache-2.0
/** Commands carried out on slots: a flow for each kind of command, with its checks, deadline and failures. */
@NullMarked
package dev.rehydrate.store.execution;

import org.jspecify.annotations.NullMarked;
