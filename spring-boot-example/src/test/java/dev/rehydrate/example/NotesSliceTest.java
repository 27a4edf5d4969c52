// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.spring.boot.test.RehydrateTest;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import javax.sql.DataSource;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.core.env.Environment;

/** The workflow of the application, without its web server and its cluster. */
@RehydrateTest(properties = "rehydrate.host.time-to-unload=0s")
class NotesSliceTest {

    @Autowired
    private WorkflowHost host;

    @Autowired
    private InstanceStore store;

    @Autowired
    private ApplicationContext context;

    @Test
    void aNoteGrows() {
        assertThat(host.call(Notes.WRITE, new Notes.Write("n", "one"))
                        .replyOrThrow()
                        .reply())
                .isEqualTo(1);
        assertThat(host.call(Notes.WRITE, new Notes.Write("n", "two"))
                        .replyOrThrow()
                        .reply())
                .isEqualTo(2);

        assertThat(host.call(Notes.READ, new Notes.Read("n")).replyOrThrow().reply())
                .containsExactly("one", "two");
        assertThat(host.instancesInMemory()).as("time-to-unload").isZero();
    }

    @Test
    void nothingElseOfTheApplicationIsThere() {
        assertThat(store).isInstanceOf(MemoryInstanceStore.class);
        assertThat(context.getBeanNamesForType(NotesController.class)).isEmpty();
        assertThat(context.getBeanNamesForType(DataSource.class)).isEmpty();
        assertThat(context.getClass().getSimpleName()).doesNotContain("Web");
    }

    /** Of a nested class the annotation stands on the class around it. */
    @Nested
    class WhenNested {

        @Test
        void itIsTheSameSlice(@Autowired ApplicationContext nested, @Autowired Environment environment) {
            assertThat(nested.getBeanNamesForType(NotesController.class)).isEmpty();
            assertThat(environment.getProperty("rehydrate.host.time-to-unload")).isEqualTo("0s");
            assertThat(nested).isSameAs(context);
        }
    }
}
