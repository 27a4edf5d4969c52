// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AwakeProcessorsTest {

    @Test
    @DisplayName("there is a process for each processor, where that is possible, and none is left")
    void noProcessIsLeft() throws Exception {
        AwakeProcessors awake = AwakeProcessors.start();
        List<ProcessHandle> spinning = ProcessHandle.current()
                .children()
                .filter(child -> child.info().commandLine().orElse("").contains("kill -0"))
                .toList();

        assertThat(awake.running())
                .isEqualTo(AwakeProcessors.isPossible() ? Runtime.getRuntime().availableProcessors() : 0);
        awake.close();

        for (ProcessHandle each : spinning) {
            assertThat(each.onExit().get(20, TimeUnit.SECONDS).isAlive()).isFalse();
        }
        assertThat(awake.running()).isZero();
    }
}
