// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.command.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.Holder;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Revision;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Answers are values: each leads to its own function, and none can be mistaken for success. */
@DisplayName("An answer")
final class OutcomeTest {

    private static final InstanceId ID = new InstanceId(0, 7);
    private static final InstanceKey KEY = new InstanceKey(0, 1);
    private static final Holder HOLDER = new Holder(new OwnerId(0, 1), Map.of());

    @Nested
    @DisplayName("to a save")
    final class ToASave {

        private final SaveReceipt receipt =
                new SaveReceipt(ID, new Revision(1, 1), FencingToken.FIRST, InstanceState.INITIALIZED);

        @Test
        void leadsToItsOwnFunction() {
            assertThat(kind(new SaveOutcome.Saved(receipt))).isEqualTo("saved");
            assertThat(kind(new SaveOutcome.Mismatch(ID, null))).isEqualTo("mismatch");
            assertThat(kind(new SaveOutcome.Held(ID, HOLDER))).isEqualTo("held");
            assertThat(kind(new SaveOutcome.Completed(ID))).isEqualTo("completed");
        }

        private String kind(SaveOutcome outcome) {
            return outcome.fold(saved -> "saved", mismatch -> "mismatch", held -> "held", completed -> "completed");
        }

        @Test
        void hasAReceiptOnlyIfItIsSaved() {
            assertThat(new SaveOutcome.Saved(receipt).receiptOrThrow()).isEqualTo(receipt);
            assertThat(new SaveOutcome.Completed(ID).saved()).isEmpty();
            assertThatIllegalStateException()
                    .isThrownBy(() -> new SaveOutcome.Completed(ID).receiptOrThrow())
                    .withMessageContaining("Completed");
        }
    }

    @Nested
    @DisplayName("to a load")
    final class ToALoad {

        @Test
        void leadsToItsOwnFunction() {
            assertThat(kind(new LoadOutcome.NotFound(ID, null))).isEqualTo("not found");
            assertThat(kind(new LoadOutcome.Held(ID, HOLDER))).isEqualTo("held");
            assertThat(kind(new LoadOutcome.Completed(ID, KEY, LoadOutcome.Ended.KEY)))
                    .isEqualTo("completed");
        }

        private String kind(LoadOutcome outcome) {
            return outcome.fold(loaded -> "loaded", nothing -> "not found", held -> "held", completed -> "completed");
        }

        @Test
        void hasASnapshotOnlyIfItIsLoaded() {
            assertThat(new LoadOutcome.NotFound(null, KEY).loaded()).isEmpty();
            assertThat(new RunnableOutcome.NoneRunnable().loaded()).isEmpty();
            assertThatIllegalStateException()
                    .isThrownBy(() -> new LoadOutcome.NotFound(null, KEY).snapshotOrThrow())
                    .withMessageContaining("NotFound");
        }
    }

    @Test
    void namesAHolderByACopyOfWhatItPublishes() {
        Map<String, String> published = new HashMap<>(Map.of("url", "http://one"));
        Holder holder = new Holder(new OwnerId(0, 1), published);

        published.clear();

        assertThat(holder.published()).containsEntry("url", "http://one");
    }
}
