// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.settings;

import java.util.List;
import java.util.Optional;

/**
 * All settings that there are.
 *
 * @param all in the order in which people read them
 */
public record SettingCatalog(List<Setting<?>> all) {

    /** Copies the list. */
    public SettingCatalog {
        all = List.copyOf(all);
    }

    /** {@return the names of all settings} */
    public List<String> names() {
        return all.stream().<String>map(Setting::name).toList();
    }

    /**
     * Finds a setting.
     *
     * @param name a name
     * @return the setting of this name, or empty
     */
    public Optional<Setting<?>> named(String name) {
        return all.stream().filter(setting -> setting.name().equals(name)).findFirst();
    }

    /**
     * Finds the setting that a mistyped name is nearest to.
     *
     * @param wrong a name that is no setting
     * @return the name that may have been meant, or empty if none is near
     */
    public Optional<String> nearest(String wrong) {
        return NearestName.of(wrong, names());
    }
}
