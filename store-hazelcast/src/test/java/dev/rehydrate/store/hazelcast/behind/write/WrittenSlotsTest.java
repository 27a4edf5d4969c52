// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.behind.write;

import static dev.rehydrate.store.hazelcast.behind.write.GivenFarm.key;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** When a member says of a slot that the database has its last change: what has ended is not forgotten before. */
final class WrittenSlotsTest {

    private static final UUID ONE = key(0, 1);
    private static final UUID OTHER = key(0, 2);

    private final GivenFarm farm = new GivenFarm();
    private final BehindWriter writer = new BehindWriter(farm, farm, farm, farm::now);

    @Test
    void whatHasChangedIsWrittenWhenTheDatabaseHasIt() {
        farm.change(writer, ONE);
        assertThat(writer.isWritten(ONE)).isFalse();
        assertThat(writer.isWritten(OTHER)).isTrue();

        writer.flush();

        assertThat(writer.isWritten(ONE)).isTrue();
    }

    @Test
    void whatTheDatabaseIsJustGivenIsNotWritten() {
        List<Boolean> said = new ArrayList<>();
        farm.writing = () -> said.add(writer.isWritten(ONE));
        farm.change(writer, ONE);

        writer.flush();

        assertThat(said).containsExactly(false);
        assertThat(writer.isWritten(ONE)).isTrue();
    }

    @Test
    void whatTheDatabaseHasNotAnsweredOrRefusesIsNotWritten() {
        farm.isAway = true;
        farm.change(writer, ONE);
        writer.flush();
        assertThat(writer.isWritten(ONE)).isFalse();

        farm.isAway = false;
        farm.refused.add(ONE);
        writer.flush();
        assertThat(writer.isWritten(ONE)).isFalse();

        farm.refused.clear();
        writer.flush();
        assertThat(writer.isWritten(ONE)).isTrue();
    }

    /** The member before may have had it to write. */
    @Test
    void ofAPartitionThatHasComeNothingIsWrittenBeforeItWasLookedAt() {
        List<Boolean> said = new ArrayList<>();
        farm.looking = () -> said.add(writer.isWritten(ONE));
        writer.arrived(0);
        assertThat(writer.isWritten(ONE)).isFalse();
        assertThat(writer.isWritten(key(1, 1))).isTrue();

        writer.flush();

        assertThat(said).containsExactly(false);
        assertThat(writer.isWritten(ONE)).isTrue();
    }

    @Test
    void alsoIfItCannotBeLookedAt() {
        farm.looking = () -> {
            throw new IllegalStateException("the member with the mark does not answer");
        };
        writer.arrived(0);
        writer.flush();
        assertThat(writer.isWritten(ONE)).isFalse();

        writer.gone(0);
        assertThat(writer.isWritten(ONE)).isTrue();
    }
}
