// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.typed;

import dev.rehydrate.store.execution.OwnerlessCommands;
import java.time.Duration;

/**
 * What the typed front needs of a store.
 *
 * @param commands carries out commands
 * @param kind how objects are kept
 * @param timeout how long one call may take
 * @param <T> the type of the objects
 */
record TypedAccess<T>(OwnerlessCommands commands, Kind<T> kind, Duration timeout) {}
