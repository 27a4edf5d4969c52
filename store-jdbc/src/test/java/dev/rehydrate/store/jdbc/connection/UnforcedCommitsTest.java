// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.slot.SlotAddress;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UnforcedCommitsTest {

    private final UnforcedCommits unforced = new UnforcedCommits();

    @Test
    void aForceSettlesWhatWasCommittedBeforeIt() {
        unforced.add();
        unforced.add();
        assertThat(unforced.isEmpty()).isFalse();

        unforced.forced(unforced.mark());
        assertThat(unforced.isEmpty()).isTrue();
    }

    @Test
    void aForceThatWasUnderWayBeforeSettlesNothing() {
        long mark = unforced.mark();
        unforced.add();
        unforced.forced(mark);
        assertThat(unforced.isEmpty()).isFalse();

        unforced.forced(unforced.mark());
        unforced.forced(mark);
        assertThat(unforced.isEmpty()).isTrue();
    }

    @Test
    void whatIsUnderWayConcernsItsOwnSlots() {
        Object commit = new Object();
        SlotAddress one = new SlotAddress(1, 1);
        SlotAddress other = new SlotAddress(1, 2);
        unforced.begin(commit, Set.of(one));
        assertThat(unforced.anyUnderWay()).isTrue();
        assertThat(unforced.anyUnderWay(List.of(other, one))).isTrue();
        assertThat(unforced.anyUnderWay(List.of(other))).isFalse();

        unforced.end(commit);
        assertThat(unforced.anyUnderWay(List.of(one))).isFalse();
    }
}
