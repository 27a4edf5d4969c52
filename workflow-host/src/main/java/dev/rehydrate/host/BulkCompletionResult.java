// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

/**
 * What became of completing all instances of a definition.
 *
 * @param completed how many were ended
 * @param left how many there were at the end: with messages to send first, busy until the time
 *     was over, begun meanwhile, or refused by the store
 */
public record BulkCompletionResult(int completed, long left) {}
