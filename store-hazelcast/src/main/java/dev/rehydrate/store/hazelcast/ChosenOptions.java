// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The value of every setting after all sources have spoken, and who said it last. */
final class ChosenOptions {

    private record Chosen(Object value, String where) {}

    private final Map<Setting<?>, Chosen> said = new HashMap<>();
    private final Set<Setting<?>> failed = new HashSet<>();
    private final List<String> problems = new ArrayList<>();

    private ChosenOptions() {}

    /**
     * Lets later sources win.
     *
     * @param sources the weakest first
     */
    static ChosenOptions from(List<OptionSource> sources) {
        ChosenOptions chosen = new ChosenOptions();
        for (OptionSource source : sources) {
            chosen.problems.addAll(source.problems());
            source.entries().forEach(chosen::take);
        }
        chosen.problems.addAll(OptionRules.broken(chosen));
        return chosen;
    }

    private void take(Setting<?> setting, OptionSource.Entry entry) {
        try {
            OptionType.require(!entry.isList() || setting.type().isList(), "a list will not do");
            said.put(setting, new Chosen(setting.type().parse(entry.text()), entry.where()));
        } catch (IllegalArgumentException refused) {
            String hint = Objects.toString(refused.getMessage(), "");
            String not = ", not '" + entry.text() + "'" + (hint.isEmpty() ? "" : ": " + hint);
            problems.add(entry.where() + ": " + setting.name() + " is "
                    + setting.type().words() + not);
            failed.add(setting);
        }
    }

    /** What somebody says by something else that was given in code, unless it was said by name. */
    <T> void sayUnlessSaid(Setting<T> setting, T value, String where) {
        said.putIfAbsent(setting, new Chosen(value, where));
    }

    List<String> problems() {
        return problems;
    }

    boolean says(Setting<?> setting) {
        return said.containsKey(setting);
    }

    /** Whether nothing that was said of them was refused, so that it makes sense to look at them together. */
    boolean areSound(List<Setting<?>> settings) {
        return settings.stream().noneMatch(failed::contains);
    }

    @SuppressWarnings("unchecked") // Only its own type has put it there.
    <T> T get(Setting<T> setting) {
        Chosen chosen = said.get(setting);
        return chosen == null ? setting.fallback().apply(this) : (T) chosen.value();
    }

    <T> String text(Setting<T> setting) {
        return setting.type().format(get(setting));
    }

    String where(Setting<?> setting) {
        Chosen chosen = said.get(setting);
        if (chosen == null) {
            return setting.equals(Setting.CLUSTER_NAME) ? ApplicationName.WHERE : "default";
        }
        return chosen.where();
    }

    /** For people: name, value, and who said so. */
    String cite(Setting<?> setting) {
        return setting.name() + "=" + text(setting) + " (" + where(setting) + ")";
    }
}
