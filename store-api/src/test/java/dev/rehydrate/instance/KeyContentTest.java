// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class KeyContentTest {

    /** A change of one of these makes every stored key unreachable. */
    @Test
    void keysAreTheSameForEver() {
        assertThat(InstanceKey.of("documents", Map.of("DocumentId", "42")))
                .hasToString("efb936e0-ae45-6974-48d0-b47cf11e1f90");
        assertThat(InstanceKey.of("orders", Map.of("CustomerId", "A-17", "OrderId", "1001")))
                .hasToString("23f22bb6-d802-9fee-ea96-cc8b94b88883");
        assertThat(InstanceKey.of("shop", "cart 7")).hasToString("92bf407e-5a1e-7af0-a683-2eb5add7d25f");
    }

    @Test
    void aTextWithoutNameIsAPartWithoutName() {
        assertThat(KeyContent.of("shop", "cart 7").text()).isEqualTo("rehydrate-key/1,4:shop,0:,6:cart 7,");
        assertThat(InstanceKey.of("shop", Map.of("", "cart 7"))).isEqualTo(InstanceKey.of("shop", "cart 7"));
    }

    @Test
    void whatLooksTheSameIsTheSame() {
        assertThat(InstanceKey.of("caf\u00e9", "\u00e9")).isEqualTo(InstanceKey.of("cafe\u0301", "e\u0301"));
        assertThat(InstanceKey.of("shop", "A")).isNotEqualTo(InstanceKey.of("shop", "a"));
        assertThat(InstanceKey.of("shop", "a")).isNotEqualTo(InstanceKey.of("shop", " a"));
        assertThat(InstanceKey.of("a", "bc")).isNotEqualTo(InstanceKey.of("ab", "c"));
        assertThat(InstanceKey.of("shop", Map.of("a", "1", "b", " ")))
                .isEqualTo(InstanceKey.of("shop", Map.of("a", "1")));
    }

    @Test
    void whatNamesNothingHasNoKey() {
        assertThatIllegalArgumentException().isThrownBy(() -> InstanceKey.of("shop", " "));
        assertThatIllegalArgumentException().isThrownBy(() -> InstanceKey.of(" ", "cart 7"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> InstanceKey.of("shop", Map.of("a", " ")))
                .withMessageContaining("scope=shop names=[a]");
        assertThatNullPointerException()
                .isThrownBy(() -> InstanceKey.of("shop", Collections.singletonMap("CartId", null)))
                .withMessage("the part 'CartId' of a key");
        assertThatIllegalArgumentException().isThrownBy(() -> InstanceKey.of("shop", "\ud83c"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyContent.of("shop", Map.of("\u00e9", "1", "e\u0301", "2")));
    }
}
