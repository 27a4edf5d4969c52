// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind.write;

/**
 * Why the database does not take a slot.
 *
 * @param why for people
 * @param notedAt when the change was noted that it does not take: of a later one it is not known
 */
record RefusedWrite(String why, long notedAt) {}
