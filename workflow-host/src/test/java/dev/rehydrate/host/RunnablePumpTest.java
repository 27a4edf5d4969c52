// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Farm.SECOND;
import static dev.rehydrate.host.Farm.now;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.host.lifecycle.HostParts;
import dev.rehydrate.host.owner.LiveOwner;
import dev.rehydrate.host.owner.Quarantine;
import dev.rehydrate.host.timer.RunnablePump;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RunnablePumpTest {

    private static final int MORE_THAN_AT_ONCE = 33;

    private final Farm farm = new Farm();

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    void ownersThatWereLostTakeNoRoomFromThoseThatCome() {
        HostParts parts = farm.parts();
        LiveOwner lost = now(parts.context().owners().start());
        farm.engine.stopBeats();
        farm.advance(SECOND.multipliedBy(31));
        farm.engine.resumeBeats();
        LiveOwner living = now(parts.context().owners().current());
        assertThat(living).isNotEqualTo(lost);
        RunnablePump pump = new RunnablePump(
                parts.context(),
                parts.definitions(),
                parts.deliveries(),
                new Quarantine(
                        parts.settings(),
                        parts.context().services().store(),
                        parts.context().services().timeline()));

        for (int i = 0; i < MORE_THAN_AT_ONCE; i++) {
            assertThat(pump.drain(lost)).isCompleted();
        }

        assertThat(pump.drain(living)).isCompleted();
        now(parts.context().owners().retire(SECOND));
    }
}
