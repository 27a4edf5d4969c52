// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.connection;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/**
 * H2 compacts a file while it is closed, for a moment. Before version 2.4 that can lose what was committed and forced long before
 * (h2database issue 4247): with a value of 16 MB among others it nearly always does. A file that is not compacted then loses nothing;
 * its free space is used again while it is open.
 */
public final class CompactionAtClose {

    /** How many milliseconds it may take. */
    private static final String SETTING = "MAX_COMPACT_TIME";

    private static final String NONE = "0";

    public static final String ADVICE =
            "this version of H2 can lose what it has committed when it compacts the file while it is closed; add ;"
                    + SETTING + "=" + NONE + " to the URL with which it is opened, also by others, or take H2 2.4.240";

    private static final int MENDED_MAJOR = 2;
    private static final int MENDED_MINOR = 4;

    private CompactionAtClose() {}

    /** Lets the file of a URL of H2 not be compacted, unless the URL says what is wanted. */
    static void leaveOut(String url, Properties properties) {
        if (!url.toUpperCase(Locale.ROOT).contains(";" + SETTING + "=")) {
            properties.setProperty(SETTING, NONE);
        }
    }

    /** Whether the database may lose data when it is closed. */
    public static boolean loses(DatabaseMetaData version, Map<String, String> settings) throws SQLException {
        int major = version.getDatabaseMajorVersion();
        boolean mended =
                major > MENDED_MAJOR || (major == MENDED_MAJOR && version.getDatabaseMinorVersion() >= MENDED_MINOR);
        return !mended && !NONE.equals(settings.get(SETTING));
    }
}
