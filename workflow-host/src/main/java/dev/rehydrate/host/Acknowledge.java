// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

/**
 * What a reply means for an instance that stays in memory. An instance that is created, completed or unloaded at once is
 * always saved before the reply.
 */
public enum Acknowledge {
    /**
     * The turn is saved before the reply: what a reply says survives the death of this host. Every turn costs a save, and
     * the idle policy only decides when the instance leaves memory.
     */
    AFTER_SAVE,
    /**
     * The turn is done in the memory of this host, and is saved when the idle policy says so (contract §5.2). Turns are
     * cheap. What was replied since the last save is lost when the host dies, loses its lease, cannot save, or a later turn
     * of the instance fails, refuses its message ({@link Turn#refuse}) or ends after its deadline: it may have changed the
     * state in place. All but the first are published to the {@link HostListener} as {@code ABORTED}, with the number of
     * replies that were lost.
     */
    BEFORE_SAVE
}
