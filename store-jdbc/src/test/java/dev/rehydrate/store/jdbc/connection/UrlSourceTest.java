// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class UrlSourceTest {

    /** The pool sets it, and waits so long for its threads when it is closed: zero seconds end with a warning in the log. */
    @Test
    void keepsTheLoginTimeoutForThePool() {
        UrlSource source = new UrlSource("jdbc:h2:mem:", new Properties());

        source.setLoginTimeout(7);

        assertThat(source.getLoginTimeout()).isEqualTo(7);
    }

    /** As in an application server: what knows the drivers has looked for them before the application was there, or for the one before it. */
    @Test
    void findsADriverThatIsOnTheClassPathAndNotRegistered() throws Exception {
        String url = "jdbc:h2:mem:";
        Driver registered = DriverManager.getDriver(url);
        DriverManager.deregisterDriver(registered);
        try (Connection connection = new UrlSource(url, new Properties()).getConnection()) {
            assertThat(connection.isValid(1)).isTrue();
        } finally {
            DriverManager.registerDriver(registered);
        }
    }
}
