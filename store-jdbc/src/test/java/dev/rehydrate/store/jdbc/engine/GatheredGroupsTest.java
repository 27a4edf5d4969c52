// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GatheredGroupsTest {

    private final List<Integer> groups = new ArrayList<>();
    private int waiting;
    private int looks;

    /** One more command arrives at each of the first pauses. */
    private GatheredGroups groupsWith(int arrivals) {
        return new GatheredGroups(() -> waiting, () -> groups.isEmpty() ? 0 : last(), this::takeAll, () -> {
            looks++;
            if (looks <= arrivals) {
                waiting++;
            }
        });
    }

    private int last() {
        return groups.get(groups.size() - 1);
    }

    private boolean takeAll() {
        if (waiting == 0) {
            return false;
        }
        groups.add(waiting);
        waiting = 0;
        return true;
    }

    @Test
    void takesTheCommandsOfAllWhoWereAnsweredTogether() {
        groups.add(8);
        waiting = 3;

        assertThat(groupsWith(20).getAsBoolean()).isTrue();

        assertThat(groups).containsExactly(8, 8);
    }

    @Test
    void goesOnWithoutThoseWhoDoNotComeBack() {
        groups.add(8);
        waiting = 3;
        GatheredGroups gathered = groupsWith(0);

        assertThat(gathered.getAsBoolean()).isTrue();
        assertThat(groups).containsExactly(8, 3);
        assertThat(looks).isEqualTo(GatheredGroups.MOST_LOOKS);

        waiting = 3;
        assertThat(gathered.getAsBoolean()).isTrue();
        assertThat(looks).isEqualTo(GatheredGroups.MOST_LOOKS);
    }

    @Test
    void doesNotWaitForASingleCommand() {
        groups.add(1);
        waiting = 1;

        assertThat(groupsWith(20).getAsBoolean()).isTrue();

        assertThat(looks).isZero();
    }

    @Test
    void doesNotWaitWhileNoneIsThere() {
        groups.add(8);

        assertThat(groupsWith(20).getAsBoolean()).isFalse();

        assertThat(looks).isZero();
    }

    @Test
    void doesNotWaitIfMoreAreThere() {
        groups.add(2);
        waiting = 5;

        assertThat(groupsWith(20).getAsBoolean()).isTrue();

        assertThat(groups).containsExactly(2, 5);
        assertThat(looks).isZero();
    }
}
