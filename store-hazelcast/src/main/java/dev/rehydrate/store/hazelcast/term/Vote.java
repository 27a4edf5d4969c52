// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.term;

/**
 * What a member answers to a candidate.
 *
 * @param granted whether it has promised what it was asked for
 * @param promised the highest number that it has promised, to this candidate or another one
 * @param accepted the term of its data, or {@link MemberTerm#UNKNOWN}
 */
public record Vote(boolean granted, long promised, long accepted) {}
