// SPDX-License-Identifier: Apache-2.0
/** The host as an owner of its store: its settings, its lease, the commands it gives and the events it publishes. */
@NullMarked
package dev.rehydrate.host.owner;

import org.jspecify.annotations.NullMarked;
