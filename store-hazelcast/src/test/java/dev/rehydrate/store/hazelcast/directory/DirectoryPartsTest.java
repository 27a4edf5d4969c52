// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is left of the partitions of a member that leave. */
class DirectoryPartsTest {

    private final List<Runnable> cleaning = new ArrayList<>();
    private boolean isShortOfMemory;
    private final DirectoryParts parts = new DirectoryParts(1, 1, task -> {
        if (isShortOfMemory) {
            throw new InternalError("on purpose");
        }
        cleaning.add(task);
    });

    private void comeAndLeave() {
        parts.begun(0, true);
        parts.drop(0);
    }

    @Test
    void isTakenOutOnceForAllThatLeaveMeanwhile() {
        comeAndLeave();
        comeAndLeave();
        assertThat(cleaning).hasSize(1);

        cleaning.get(0).run();
        comeAndLeave();
        assertThat(cleaning).hasSize(2);
    }

    @Test
    void isTakenOutWithTheNextIfMemoryWasShort() {
        isShortOfMemory = true;
        comeAndLeave();
        assertThat(parts.get(0)).as("the partition leaves all the same").isNull();
        isShortOfMemory = false;

        comeAndLeave();

        assertThat(cleaning).hasSize(1);
    }
}
