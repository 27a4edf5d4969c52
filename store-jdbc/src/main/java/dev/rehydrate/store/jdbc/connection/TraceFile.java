// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.connection;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * H2 writes why it cannot open a file into a file beside it, and prints a stack trace on the standard output and the standard error
 * if that cannot be written either. The failure of the connection says the same, and a standard output may be read by a program.
 */
final class TraceFile {

    private static final String SETTING = "TRACE_LEVEL_FILE";

    private static final String NONE = "0";

    /** The path of a URL, but for those of other file systems and of servers; one letter before a colon is a drive of Windows. */
    private static final Pattern FILE = Pattern.compile("(?i)jdbc:h2:(?:file:)?((?!\\w{2,}:)[^;]+)");

    private TraceFile() {}

    /** Leaves it out for a URL of H2 where no file can be made, unless the URL says what is wanted. */
    static void leaveOut(String url, Properties properties) {
        Matcher file = FILE.matcher(url);
        boolean isSaid = url.toUpperCase(Locale.ROOT).contains(";" + SETTING + "=");
        if (!isSaid && file.lookingAt() && !canBeMade(file.group(1))) {
            properties.setProperty(SETTING, NONE);
        }
    }

    /** H2 makes the directories that are not there. */
    private static boolean canBeMade(String name) {
        try {
            Path directory = existing(Path.of(name.replaceFirst("^~", home())));
            return directory == null || (Files.isDirectory(directory) && Files.isWritable(directory));
        } catch (InvalidPathException notOfThisSystem) {
            return true;
        }
    }

    private static String home() {
        return Matcher.quoteReplacement(System.getProperty("user.home", ""));
    }

    private static @Nullable Path existing(Path file) {
        Path directory = file.toAbsolutePath().getParent();
        while (directory != null && !Files.exists(directory)) {
            directory = directory.getParent();
        }
        return directory;
    }
}
