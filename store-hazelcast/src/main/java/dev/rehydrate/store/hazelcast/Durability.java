// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

/** What an acknowledged save survives. */
public enum Durability {
    /**
     * The loss of up to {@code backupCount} members at once, and no more. A partition of the network or a long pause may
     * lose saves that were acknowledged on the smaller side. Nothing survives the loss of the whole cluster.
     */
    MEMORY,
    /**
     * As {@link #MEMORY} with at least two backups, and partitions and pauses too: only a majority of the farm answers, and
     * a save whose backups are in doubt is reported as such. Needs at least three members.
     */
    PROTECTED,
    /**
     * As {@link #MEMORY}, and all but the changes of the last moments survive the loss of the whole cluster: they are in a database.
     * Members are started by {@link WriteBehind}.
     */
    WRITE_BEHIND
}
