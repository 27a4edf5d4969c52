// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.settings;

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

    Optional<Setting<?>> named(String name) {
        return all.stream().filter(setting -> setting.name().equals(name)).findFirst();
    }
}
