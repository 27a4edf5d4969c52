// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

final class MovedKeysTest {

    private final MovedKeys moved = new MovedKeys();

    private void move(UUID key) {
        moved.begin(key);
        moved.end();
    }

    @Test
    void aSearchThatBeginsDuringAMoveIsToldOfIt() {
        moved.begin(new UUID(0, 1));
        long start = moved.count();

        assertThat(moved.since(start)).containsExactly(new UUID(0, 1));
        moved.end();
        assertThat(moved.since(start)).containsExactly(new UUID(0, 1));
    }

    @Test
    void tellsWhatHasMovedSinceTheBegin() {
        move(new UUID(0, 1));
        long start = moved.count();
        move(new UUID(0, 2));
        move(new UUID(0, 3));

        assertThat(moved.since(start)).containsExactly(new UUID(0, 2), new UUID(0, 3));
        assertThat(moved.since(moved.count())).isEmpty();
    }

    @Test
    void saysThatItDoesNotKnowWhenTooManyHaveMoved() {
        long start = moved.count();
        for (int i = 1; i < MovedKeys.KEPT; i++) {
            move(new UUID(0, i));
        }
        assertThat(moved.since(start)).hasSize(MovedKeys.KEPT - 1);

        move(new UUID(0, 0));

        assertThat(moved.since(start)).isNull();
        assertThat(moved.since(start + 1)).hasSize(MovedKeys.KEPT - 1);
    }
}
