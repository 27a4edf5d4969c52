// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.connection;

import java.util.Locale;
import java.util.Properties;

/**
 * H2 closes a file when the process is asked to end, by a shutdown hook of its own. That runs beside the hooks of the application, which
 * saves and closes the store at the same time: its commands would meet a closed database, and wait until it is open again (ADR 240).
 */
final class CloseAtExit {

    private static final String SETTING = "DB_CLOSE_ON_EXIT";

    /** H2 refuses the setting together with its mixed mode. */
    private static final String MIXED_MODE = ";AUTO_SERVER=TRUE";

    private CloseAtExit() {}

    /** Leaves the file of a URL of H2 open until the store is closed, unless the URL says what is wanted. */
    static void leaveOpen(String url, Properties properties) {
        String upper = url.toUpperCase(Locale.ROOT);
        if (!upper.contains(";" + SETTING + "=") && !upper.contains(MIXED_MODE)) {
            properties.setProperty(SETTING, "FALSE");
        }
    }
}
