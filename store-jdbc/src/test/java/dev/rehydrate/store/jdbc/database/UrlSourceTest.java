// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import static org.assertj.core.api.Assertions.assertThat;

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
}
