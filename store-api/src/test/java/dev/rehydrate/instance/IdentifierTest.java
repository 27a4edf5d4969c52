// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The 128-bit names of instances, keys and owners: contract §1.3, §1.4, §1.6. */
@DisplayName("An identifier")
final class IdentifierTest {

    private static final UUID BITS = UUID.fromString("0d1f6795-204e-4588-a61b-c26f17a8fe78");

    @Nested
    @DisplayName("of an instance")
    final class OfAnInstance {

        @Test
        void isNeverAllZero() {
            assertThatIllegalArgumentException().isThrownBy(() -> new InstanceId(0, 0));
            assertThat(new InstanceId(0, 1).low()).isEqualTo(1);
            assertThat(new InstanceId(1, 0).high()).isEqualTo(1);
        }

        @Test
        void hasTheBitsAndTheTextOfAUuid() {
            assertThat(InstanceId.of(BITS)).hasToString(BITS.toString());
            assertThat(InstanceId.parse(BITS.toString())).isEqualTo(InstanceId.of(BITS));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> InstanceId.parse("4\n2"))
                    .withMessage("not a UUID of 8-4-4-4-12 digits: '4\\n2'");
        }

        /** The JDK reads a UUID with too few or too many digits in a part, as that of another instance. */
        @ParameterizedTest
        @ValueSource(
                strings = {
                    "1-2-3-4-5",
                    "7d0c2b7e-6a58-4a8e-9f5e-3f0f8b6f1a1",
                    "7d0c2b7e6-a58-4a8e-9f5e-3f0f8b6f1a11",
                    "7d0c2b7e-6a58-4a8e-9f5e-+f0f8b6f1a11"
                })
        void isNotReadFromATextThatLacksOrMovesADigit(String text) {
            assertThatIllegalArgumentException().isThrownBy(() -> InstanceId.parse(text));
            assertThatIllegalArgumentException().isThrownBy(() -> InstanceKey.parse(text));
        }

        @Test
        void isReadInCapitalsToo() {
            String text = "7D0C2B7E-6A58-4A8E-9F5E-3F0F8B6F1A11";

            assertThat(InstanceId.parse(text)).hasToString("7d0c2b7e-6a58-4a8e-9f5e-3f0f8b6f1a11");
            assertThat(InstanceKey.parse(text)).hasToString("7d0c2b7e-6a58-4a8e-9f5e-3f0f8b6f1a11");
        }

        @Test
        void isDrawnAnew() {
            assertThat(InstanceId.random()).isNotEqualTo(InstanceId.random());
        }

        @Test
        void isAtHomeOfTheKeyWithItsBitsOnly() {
            InstanceKey key = InstanceKey.of(BITS);

            assertThat(InstanceId.atHomeOf(key).isHomeOf(key)).isTrue();
            assertThat(new InstanceId(key.high(), key.low() + 1).isHomeOf(key)).isFalse();
            assertThat(new InstanceId(key.high() + 1, key.low()).isHomeOf(key)).isFalse();
        }
    }

    @Nested
    @DisplayName("of a key")
    final class OfAKey {

        @Test
        void isNeverAllZero() {
            assertThatIllegalArgumentException().isThrownBy(() -> new InstanceKey(0, 0));
            assertThat(new InstanceKey(0, 1).low()).isEqualTo(1);
            assertThat(new InstanceKey(1, 0).high()).isEqualTo(1);
        }

        @Test
        void hasTheBitsAndTheTextOfAUuid() {
            assertThat(InstanceKey.of(BITS)).hasToString(BITS.toString());
            assertThat(InstanceKey.parse(BITS.toString())).isEqualTo(InstanceKey.of(BITS));
        }

        @Test
        void isDrawnAnew() {
            assertThat(InstanceKey.random()).isNotEqualTo(InstanceKey.random());
        }
    }

    @Nested
    @DisplayName("of an owner")
    final class OfAnOwner {

        @Test
        void isDrawnAnewForEachLifeOfAHost() {
            assertThat(OwnerId.random()).isNotEqualTo(OwnerId.random());
        }

        @Test
        void readsLikeAUuid() {
            assertThat(new OwnerId(BITS.getMostSignificantBits(), BITS.getLeastSignificantBits()))
                    .hasToString(BITS.toString());
        }
    }
}
