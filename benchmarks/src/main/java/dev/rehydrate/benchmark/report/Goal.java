// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.report;

/**
 * A row of the goals.
 *
 * @param group its letter: A one member, B two members, C a client, D durable, E footprint and start, F shape of the cost, G what
 *     the design can reach where that is stricter
 * @param key which row of the results it judges
 * @param bound what is demanded
 */
record Goal(char group, RowKey key, Bound bound) {}
