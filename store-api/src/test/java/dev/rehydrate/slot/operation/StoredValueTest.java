// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static dev.rehydrate.slot.operation.Given.bag;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.rehydrate.codec.EncodedValue;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.instance.InstanceValue.Option;
import dev.rehydrate.instance.PromotedValue;
import dev.rehydrate.slot.StoredValue;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What travels to a slot and what lies there: contract §1.6. */
@DisplayName("A stored value, contract §1.6")
final class StoredValueTest {

    private static StoredValue value(Option... options) {
        return new StoredValue(EncodedValue.fromBytes(new byte[] {1}), Set.of(options), PromotedValue.of(1));
    }

    @Test
    void isHandedBackUnlessItIsWriteOnly() {
        assertThat(value().isReadable()).isTrue();
        assertThat(value(Option.OPTIONAL, Option.PROMOTED).isReadable()).isTrue();
        assertThat(value(Option.WRITE_ONLY).isReadable()).isFalse();
    }

    @Test
    void isShownToQueriesIfItIsPromoted() {
        Map<String, StoredValue> data = Map.of("rank", value(), "text", Given.value("long"));

        assertThat(Stored.initialized().with(data).record().promoted()).isEqualTo(Map.of("rank", PromotedValue.of(1)));
    }

    @Test
    void staysUnlessItIsNamed() {
        SlotPlay play = SlotPlay.on(Stored.initialized());

        play.write(Commit.released()
                .changing(new ValueDelta<>(bag("text", "new"), Set.of()))
                .op());

        assertThat(play.record().data()).isEqualTo(bag("text", "new", "title", "kept"));
    }

    @Test
    void isNotStoredAgainWithoutTheBytesThatWereNotSelected() {
        StoredValue read = value(Option.PROMOTED).withoutBytes();

        assertThatIllegalStateException().isThrownBy(read::asIs).withMessageContaining("not selected");
        assertThat(value(Option.PROMOTED).asIs().options()).containsExactly(Option.PROMOTED);
    }
}
