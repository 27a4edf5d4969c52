// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Docs.edit;
import static dev.rehydrate.host.Farm.reply;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.rehydrate.correlation.Correlation;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.time.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A store that is closed before its hosts, as by a shutdown hook. */
@Timeout(30)
final class StoreClosesFirstTest {

    private static final int DOCUMENTS = 50;

    private final Farm farm = new Farm();

    @AfterEach
    void close() {
        farm.close();
    }

    @Test
    @DisplayName("a store that is closed first lets all hosts on it save what they have in memory")
    void storeThatIsClosedLetsItsHostsSave() {
        InstanceStore store = farm.store();
        List<WorkflowHost> hosts = List.of(lazy("one", store), lazy("two", store));
        for (int i = 0; i < DOCUMENTS; i++) {
            WorkflowHost host = hosts.get(i % hosts.size());
            host.call(Docs.CREATE, edit("doc " + i, "a"));
            host.call(Docs.UPDATE, edit("doc " + i, "b"));
        }

        store.close();

        assertThat(hosts).allMatch(host -> host.owner().isEmpty() && host.instancesInMemory() == 0);
        WorkflowHost other = farm.host("other");
        for (int i = 0; i < DOCUMENTS; i++) {
            assertThat(reply(other.call(Docs.READ, edit("doc " + i, "")))).isEqualTo("a b");
        }
    }

    @Test
    @DisplayName("a host and its store that are closed at once by two hooks do not overtake each other")
    void hostAndStoreAtOnce() throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            InstanceStore store = farm.store(TimeSource.system());
            WorkflowHost host = threaded(store, "round " + round);
            for (int i = 0; i < DOCUMENTS; i++) {
                String document = "doc " + round + " " + i;
                host.call(Docs.CREATE, edit(document, "a"));
                host.call(Docs.UPDATE, edit(document, "b"));
            }
            List<Thread> hooks = new ArrayList<>(List.of(new Thread(host::close), new Thread(store::close)));
            hooks.forEach(Thread::start);
            for (Thread hook : hooks) {
                hook.join();
            }

            WorkflowHost other = farm.host("other " + round);
            for (int i = 0; i < DOCUMENTS; i++) {
                assertThat(reply(other.call(Docs.READ, edit("doc " + round + " " + i, ""))))
                        .isEqualTo("a b");
            }
        }
    }

    @Test
    @DisplayName("a handler that closes its host or its store does not wait for itself")
    void closeInAHandler() {
        InstanceStore store = farm.store(TimeSource.system());
        AtomicReference<WorkflowHost> self = new AtomicReference<>();
        Operation<Docs.Doc, Docs.Edit, String> end = Operation.createOrGet("End", Docs.Edit.class)
                .correlatedBy(Correlation.<Docs.Edit>content("End").part("Id", Docs.Edit::id))
                .replying(String.class)
                .handledBy((turn, doc, message) -> {
                    self.get().close();
                    store.close();
                    turn.unchanged();
                    return "closing";
                });
        WorkflowHost host = WorkflowHost.builder(store)
                .definition(
                        WorkflowDefinition.of("Ending", "1.0", Docs.Doc.class).with(end))
                .start();
        self.set(host);

        assertThat(reply(host.call(end, edit("1", "")))).isEqualTo("closing");
        store.close();

        assertThat(host.owner()).isEmpty();
    }

    @Test
    void closedStoreTakesNoHost() {
        InstanceStore store = farm.store();
        store.close();

        assertThatIllegalStateException()
                .isThrownBy(() -> lazy("late", store))
                .withMessageStartingWith("the store is closed");
    }

    private WorkflowHost lazy(String node, InstanceStore store) {
        return farm.host(
                node,
                store,
                settings -> settings.acknowledge(Acknowledge.BEFORE_SAVE).timeToUnload(IdlePolicy.NEVER));
    }

    private static WorkflowHost threaded(InstanceStore store, String node) {
        return WorkflowHost.builder(store)
                .node(node)
                .definition(Docs.DEFINITION)
                .acknowledge(Acknowledge.BEFORE_SAVE)
                .timeToUnload(IdlePolicy.NEVER)
                .start();
    }
}
