// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.docs.DocumentTable;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** What docs/configuration.md says is what the code does. */
class ConfigurationDocTest {

    @Test
    void theTableIsThatOfTheCode() {
        DocumentTable.in("configuration.md", "settings", "setting", "allowed values", "default", "meaning")
                .isMadeOf(StoreSettings.ALL.all().stream()
                        .map(setting -> List.of(
                                "`" + setting.name() + "`", setting.type().words(), setting.defaultWords()))
                        .toList());
    }

    @Test
    void everySettingCanBeSaidInCode() {
        List<String> methods = Arrays.stream(HazelcastStoreOptionsBuilder.class.getMethods())
                .map(Method::getName)
                .map(name -> name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT))
                .toList();

        assertThat(methods).containsAll(StoreSettings.ALL.names());
    }
}
