// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.slot.operation;

import static dev.rehydrate.slot.operation.Given.KEY;
import static dev.rehydrate.slot.operation.Given.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.KeyState;
import dev.rehydrate.slot.KeyEntry;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Changes of keys are put into the map of keys in one step, and seen before that. */
class InstanceDraftTest {

    private static final KeyEntry NEW = new KeyEntry(KeyState.ASSOCIATED, Map.of());

    private final InstanceDraft draft = InstanceDraft.of(Stored.initialized()
            .with(KEY, KeyState.COMPLETED)
            .with(SECOND, KeyState.ASSOCIATED)
            .record());

    private KeyState stateOf(InstanceKey key) {
        KeyEntry entry = draft.key(key);
        return entry == null ? null : entry.state();
    }

    @Test
    void aKeyThatWasRemovedIsNotThereAnyMore() {
        draft.remove(KEY);

        assertThat(draft.key(KEY)).isNull();
        assertThat(draft.keys()).containsOnlyKeys(SECOND);
        assertThat(draft.key(KEY)).isNull();
        assertThat(draft.droppedKeys()).containsExactly(KEY);
    }

    /** To copy all keys that were dropped before costs a save of n keys n times n steps. */
    @Test
    void aKeyThatIsRemovedIsAddedToTheOnesThatWereRemovedBeforeAndNothingIsCopied() {
        draft.remove(KEY);
        Set<InstanceKey> dropped = draft.droppedKeys();

        draft.remove(SECOND);

        assertThat(draft.droppedKeys()).isSameAs(dropped).containsExactly(KEY, SECOND);
    }

    @Test
    void aKeyThatWasPutAfterItWasRemovedIsThere() {
        draft.remove(KEY);
        draft.put(KEY, NEW);

        assertThat(draft.key(KEY)).isEqualTo(NEW);
        assertThat(draft.keys()).containsEntry(KEY, NEW);
    }

    @Test
    void aKeyThatWasRemovedAfterItWasPutIsNot() {
        draft.put(KEY, NEW);
        draft.remove(KEY);

        assertThat(stateOf(KEY)).isNull();
        assertThat(draft.keys()).containsOnlyKeys(SECOND);
    }

    @Test
    void whatIsInTheMapIsNotPutIntoItAgain() {
        draft.put(KEY, NEW);
        draft.completeAllKeys();

        assertThat(draft.keys())
                .allSatisfy((key, entry) -> assertThat(entry.state()).isEqualTo(KeyState.COMPLETED));
        assertThat(stateOf(KEY)).isEqualTo(KeyState.COMPLETED);
    }
}
