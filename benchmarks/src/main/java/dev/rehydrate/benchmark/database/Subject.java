// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.database;

import java.sql.SQLException;

/** Something that is called over and over by several callers at once. */
public interface Subject {

    /**
     * Does it once, and returns when it is committed.
     *
     * @param caller the number of the caller, from 0; no two threads have the same one
     * @throws SQLException if the database fails
     */
    void call(int caller) throws SQLException;
}
