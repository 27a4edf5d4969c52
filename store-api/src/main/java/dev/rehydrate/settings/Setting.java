// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.settings;

import java.util.function.Function;

/**
 * One thing that can be set, by the same name in files, in the environment and in system properties.
 *
 * @param name its name in files; the other names are made from it
 * @param type what can be said of it
 * @param defaultWords its default as the documentation says it
 * @param origin where its default comes from, as the table of settings says it
 * @param fallback its default, which may depend on other settings
 * @param <T> the type of its value
 */
public record Setting<T>(
        String name, OptionType<T> type, String defaultWords, String origin, Function<ChosenOptions, T> fallback) {

    private static final String DEFAULT = "default";

    /**
     * A setting with a fixed default.
     *
     * @param name its name
     * @param type what can be said of it
     * @param text its default, as a file would say it
     * @param <T> the type of its value
     * @return the setting
     */
    public static <T> Setting<T> of(String name, OptionType<T> type, String text) {
        T value = type.parse(text);
        return new Setting<>(name, type, text, DEFAULT, chosen -> value);
    }

    /**
     * A setting whose default depends on other settings.
     *
     * @param name its name
     * @param type what can be said of it
     * @param words its default as the documentation says it
     * @param fallback computes the default
     * @param <T> the type of its value
     * @return the setting
     */
    public static <T> Setting<T> computed(
            String name, OptionType<T> type, String words, Function<ChosenOptions, T> fallback) {
        return new Setting<>(name, type, words, DEFAULT, fallback);
    }

    /** That of the name alone: the one that a record has of itself takes milliseconds to link at its first call (record 182). */
    @Override
    public int hashCode() {
        return name.hashCode();
    }
}
