// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.commit;

import java.sql.Connection;
import java.sql.SQLException;

/** What a caller does in the transaction of its own command. */
public interface RowWork {

    /**
     * Changes rows of the caller.
     *
     * @param connection in the transaction; neither to be committed, rolled back nor closed
     * @throws SQLException if it fails; nothing is committed then
     */
    void run(Connection connection) throws SQLException;
}
