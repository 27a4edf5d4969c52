// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.xa.PGXADataSource;

/** As a transaction manager hands connections out to a thread that has begun a transaction. */
@DisplayName("a data source whose connections belong to a transaction of others")
class ForeignTransactionTest {

    private static final class Branch implements Xid {

        @Override
        public int getFormatId() {
            return 1;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return new byte[] {7};
        }

        @Override
        public byte[] getBranchQualifier() {
            return new byte[] {8};
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Branch;
        }

        @Override
        public int hashCode() {
            return 1;
        }
    }

    private final List<XAConnection> given = new ArrayList<>();

    private Connection enlisted() throws SQLException, XAException {
        PGXADataSource source = new PGXADataSource();
        source.setUrl(TestDatabase.postgres().getJdbcUrl("postgres", "postgres"));
        XAConnection connection = source.getXAConnection();
        given.add(connection);
        Connection handle = connection.getConnection();
        connection.getXAResource().start(new Branch(), XAResource.TMNOFLAGS);
        return handle;
    }

    @Test
    @DisplayName("is refused with a sentence that says so, and the transaction can go on")
    void isRefused() throws SQLException, XAException {
        DataSource source = (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> enlisted());

        assertThatThrownBy(
                        () -> JdbcInstanceStore.open(JdbcStoreOptions.of(source).allowingNotDurable()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no store could be opened")
                .hasMessageContaining("belong to a transaction of others")
                .hasMessageNotContaining("does not answer");

        assertThat(given).isNotEmpty();
        for (XAConnection each : given) {
            each.getXAResource().end(new Branch(), XAResource.TMSUCCESS);
            each.getXAResource().commit(new Branch(), true);
            each.close();
        }
    }
}
