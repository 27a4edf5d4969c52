// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.junit;

import static dev.rehydrate.junit.Carts.ADD;
import static dev.rehydrate.junit.Carts.tea;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.rehydrate.host.HostStoppedException;
import dev.rehydrate.host.WorkflowHost;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** Also if all tests of a class share the field. */
final class EachTestHasItsFarmTest {

    /** Run by the test below. */
    static final class Shared {

        @RegisterExtension
        static final TestFarm FARM = TestFarm.with(Carts.DEFINITION);

        private static final List<WorkflowHost> HOSTS = new ArrayList<>();

        @BeforeEach
        void begin() {
            HOSTS.add(FARM.host());
        }

        @Test
        void first() {
            assertThat(FARM.host().call(ADD, tea("7")).replyOrThrow().reply()).isEqualTo(1);
        }

        @Test
        void second() {
            assertThat(FARM.host().call(ADD, tea("7")).replyOrThrow().reply()).isEqualTo(1);
        }
    }

    @Test
    void beginsWithNothingAndEndsWithItsHosts() {
        Events tests = EngineTestKit.engine("junit-jupiter")
                .selectors(selectClass(Shared.class))
                .execute()
                .testEvents();

        tests.assertStatistics(all -> all.started(2).succeeded(2));
        assertThat(Shared.HOSTS)
                .doesNotHaveDuplicates()
                .hasSize(2)
                .allSatisfy(host -> assertThatExceptionOfType(HostStoppedException.class)
                        .isThrownBy(() -> host.call(ADD, tea("7"))));
    }
}
