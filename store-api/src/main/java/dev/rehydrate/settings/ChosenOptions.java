// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.settings;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** The value of every setting after all sources were read, and where it was set last. */
public final class ChosenOptions {

    private record Chosen(Object value, String where) {}

    private static final String CODE = "code";

    private final Map<Setting<?>, Chosen> said = new HashMap<>();
    private final Set<Setting<?>> failed = new HashSet<>();
    private final List<String> problems = new ArrayList<>();

    private ChosenOptions() {}

    /**
     * Something that must hold of several settings together.
     *
     * @param about the settings that it looks at
     * @param check says what is wrong, for people, or nothing
     */
    public record Rule(List<Setting<?>> about, Function<ChosenOptions, Optional<String>> check) {}

    /** {@return all defaults} */
    public static ChosenOptions none() {
        return new ChosenOptions();
    }

    /**
     * Adds what code says, which wins, and checks all together.
     *
     * @param inCode texts as a file would have them
     * @param rules what must hold; a rule about a setting that could not be read is left out
     * @return a copy, with all mistakes
     */
    public ChosenOptions with(Map<Setting<?>, String> inCode, List<Rule> rules) {
        ChosenOptions all = new ChosenOptions();
        all.said.putAll(said);
        all.failed.addAll(failed);
        all.problems.addAll(problems);
        inCode.forEach((setting, text) -> all.take(setting, text, CODE));
        rules.stream()
                .filter(rule -> rule.about().stream().noneMatch(all.failed::contains))
                .flatMap(rule -> rule.check().apply(all).stream())
                .forEach(all.problems::add);
        return all;
    }

    /**
     * Reads settings that the caller has found.
     *
     * @param settings the settings that there are
     * @param given their texts as a file would have them, by name
     * @param where says where a name was found, for people
     * @return what they say, with all mistakes
     */
    public static ChosenOptions of(SettingCatalog settings, Map<String, String> given, UnaryOperator<String> where) {
        ChosenOptions chosen = none();
        given.forEach((name, text) -> settings.named(name)
                .ifPresentOrElse(
                        setting -> chosen.take(setting, text, where.apply(name)),
                        () -> chosen.refuseName(where.apply(name), name, settings.nearest(name))));
        return chosen;
    }

    /**
     * Reads the text of a setting. One that cannot be read is a problem.
     *
     * @param setting the setting
     * @param text what a source says
     * @param where the place, for people
     */
    public void take(Setting<?> setting, String text, String where) {
        try {
            said.put(setting, new Chosen(setting.type().parse(text), where));
        } catch (IllegalArgumentException unreadable) {
            refuseValue(setting, text, where, Objects.toString(unreadable.getMessage(), ""));
        }
    }

    /**
     * Reads the items of a setting that a source has as a list. A setting that takes one value is refused.
     *
     * @param setting the setting
     * @param items what a source says
     * @param where the place, for people
     */
    public void takeList(Setting<?> setting, List<String> items, String where) {
        String text = String.join(",", items);
        if (setting.type().isList()) {
            take(setting, text, where);
        } else {
            refuseValue(setting, text, where, "a list will not do");
        }
    }

    private void refuseValue(Setting<?> setting, String text, String where, String hint) {
        failed.add(setting);
        refuse(
                where,
                setting.name() + " is " + setting.type().words() + ", not '" + text.strip() + "'"
                        + (hint.isEmpty() ? "" : ": " + hint));
    }

    /**
     * Adds a problem.
     *
     * @param where the place, for people
     * @param what what is wrong there, for people
     */
    public void refuse(String where, String what) {
        problems.add(where + ": " + what);
    }

    /**
     * Adds a name that is no setting to the problems.
     *
     * @param where the place, for people
     * @param name the name
     * @param near the name that may have been meant, in the same form
     */
    public void refuseName(String where, String name, Optional<String> near) {
        refuse(
                where,
                "'" + name + "' is not a setting"
                        + near.map(n -> "; did you mean '" + n + "'?").orElse(""));
    }

    /**
     * Sets what follows from something else that was given in code, unless it was set by name.
     *
     * @param setting the setting
     * @param value its value
     * @param <T> the type of its value
     */
    public <T> void setUnlessSet(Setting<T> setting, T value) {
        said.putIfAbsent(setting, new Chosen(value, CODE));
    }

    /** {@return every mistake, for people; empty if there is none} */
    public List<String> problems() {
        return problems;
    }

    /**
     * Tells a value that was set from a default.
     *
     * @param setting the setting
     * @return whether a source or code has set it
     */
    public boolean says(Setting<?> setting) {
        return said.containsKey(setting);
    }

    /**
     * Reads a value.
     *
     * @param setting the setting
     * @param <T> the type of its value
     * @return what was set last, or the default
     */
    @SuppressWarnings("unchecked") // Only its own type has put it there.
    public <T> T get(Setting<T> setting) {
        Chosen chosen = said.get(setting);
        return chosen == null ? setting.fallback().apply(this) : (T) chosen.value();
    }

    /**
     * Reads a value as text.
     *
     * @param setting the setting
     * @param <T> the type of its value
     * @return the text that a file would have
     */
    public <T> String text(Setting<T> setting) {
        return setting.type().format(get(setting));
    }

    /**
     * Tells where a value comes from.
     *
     * @param setting the setting
     * @return the place, for people
     */
    public String where(Setting<?> setting) {
        Chosen chosen = said.get(setting);
        return chosen == null ? setting.origin() : chosen.where();
    }

    /**
     * Writes a setting for people.
     *
     * @param setting the setting
     * @return name, value, and where it was set
     */
    public String cite(Setting<?> setting) {
        return setting.name() + "=" + text(setting) + " (" + where(setting) + ")";
    }
}
