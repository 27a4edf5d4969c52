// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli.terminal;

import dev.rehydrate.instance.SafeText;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/** Failures as sentences for people. Those of files have only a path or a number for a message. */
public final class FailureText {

    private FailureText() {}

    /**
     * Says what has happened.
     *
     * @param failure what was thrown
     * @return one or more lines that are safe to print
     */
    public static String of(Exception failure) {
        String message = message(failure);
        return message == null ? SafeText.line(failure) : lines(message);
    }

    /**
     * Makes a message fit to be printed, which may name several mistakes.
     *
     * @param message the message
     * @return its lines, each of them safe
     */
    public static String lines(String message) {
        return String.join("\n", message.lines().map(SafeText::line).toList());
    }

    private static @Nullable String message(Exception failure) {
        if (failure instanceof CharacterCodingException) {
            return "what is read is not text in UTF-8: it was made in another encoding, or is damaged";
        }
        if (!(failure instanceof FileSystemException of) || of.getFile() == null) {
            return failure.getMessage();
        }
        String file = SafeText.line(of.getFile());
        if (of instanceof NoSuchFileException) {
            return "cannot open " + file + ": it does not exist, or its folder does not. Nothing was written to it.";
        }
        if (of instanceof AccessDeniedException) {
            return "cannot open " + file + ": this user has no permission. Nothing was written to it.";
        }
        String reason = of.getReason() == null ? of.getClass().getSimpleName() : of.getReason();
        return "cannot use " + file + ": " + reason;
    }
}
