// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.store.hazelcast.drill.LifeEvent.Look;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Missed;
import dev.rehydrate.store.hazelcast.drill.LifeEvent.Seen;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Histories of keys as they are shown in the end, made by hand: a whole one, and one of each kind that is broken. */
class KeysInTheEndTest {

    private final List<Event> history = new ArrayList<>();

    private KeysInTheEndTest seen(String instance, String key, String... keys) {
        history.add(new Seen(new Look(instance, key, 1, 2), Mark.NONE, List.of(), List.of(keys)));
        return this;
    }

    private KeysInTheEndTest missed(String instance, String key) {
        history.add(new Missed(new Look(instance, key, 1, 2)));
        return this;
    }

    private List<String> astray() {
        return KeysInTheEnd.astray(history);
    }

    @Test
    void aKeyLeadsToTheInstanceThatListsItAndAFreeOneNowhere() {
        seen("i", "", "k=e1").seen("j", "", "other!e2").seen("i", "k", "k=e1").missed("", "other");

        assertThat(astray()).isEmpty();
    }

    @Test
    void onlyTheLastLookCounts() {
        missed("", "k")
                .seen("j", "", "k=e1")
                .seen("j", "")
                .seen("i", "", "k=e2")
                .seen("i", "k", "k=e2");

        assertThat(astray()).isEmpty();
    }

    @Test
    void aListedKeyThatLeadsNowhere() {
        seen("i", "", "k=e1").missed("", "k");

        assertThat(astray()).containsExactly("key k leads to [], and is listed by [i]");
    }

    @Test
    void aKeyOfTwoInstances() {
        seen("i", "", "k=e1").seen("j", "", "k=e2").seen("i", "k", "k=e1");

        assertThat(astray()).containsExactly("key k leads to [i], and is listed by [i, j]");
    }

    @Test
    void aKeyThatLeadsToAnInstanceThatIsGone() {
        seen("i", "", "k=e1").missed("i", "").seen("i", "k", "k=e1");

        assertThat(astray()).containsExactly("key k leads to [i], and is listed by []");
    }
}
