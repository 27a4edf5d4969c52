// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.database;

import static org.assertj.core.api.Assertions.assertThat;

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
}
