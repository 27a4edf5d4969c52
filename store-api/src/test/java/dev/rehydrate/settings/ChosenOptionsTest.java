// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChosenOptionsTest {

    private static final Setting<String> NAME = Setting.computed("name", OptionType.line(), "none", chosen -> "");
    private static final Setting<String> PASSWORD =
            Setting.computed("password", OptionType.exact("a password"), "none", chosen -> "");
    private static final SettingCatalog BOTH = new SettingCatalog(List.of(NAME, PASSWORD));

    @Test
    void blanksAroundAValueAreNoPartOfItUnlessItIsTakenExactly() {
        ChosenOptions chosen =
                ChosenOptions.of(BOTH, Map.of("name", " orders ", "password", " se cret\t"), name -> "file: " + name);

        assertThat(chosen.problems()).isEmpty();
        assertThat(chosen.get(NAME)).isEqualTo("orders");
        assertThat(chosen.get(PASSWORD)).isEqualTo(" se cret\t");
    }

    @Test
    void aRefusedValueIsQuotedWithoutTheBlanksAroundIt() {
        assertThat(ChosenOptions.of(BOTH, Map.of("name", "   "), name -> "file").problems())
                .containsExactly("file: name is one line of 1 to 200 characters, not ''");
    }
}
