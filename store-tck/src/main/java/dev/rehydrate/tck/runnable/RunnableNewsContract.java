// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.runnable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.ForceRelease;
import dev.rehydrate.command.ResumeInstance;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.store.InstanceHandle;
import dev.rehydrate.store.StoreEvent;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import java.time.Duration;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/**
 * A due instance that becomes free is signalled to other stores at once, whichever command has freed it: contract §2.7, §4.4. The stores that wait look
 * rarely, so that no look of their own finds it.
 */
public abstract class RunnableNewsContract {

    private static final OwnerDescription TYPED = OwnerDescription.ofType("documents");
    private static final Duration RARELY = Duration.ofMinutes(10);

    private final InstanceId id = InstanceId.random();

    @Test
    void whatASaveReleasesIsSignalled(Farm farm) {
        isSignalledAfter(
                (holder, handle) -> holder.run(handle, SaveInstance.of(due().build(), AfterSave.RELEASE)), farm);
    }

    @Test
    void whatIsReleasedWithoutASaveIsSignalled(Farm farm) {
        isSignalledAfter(Node::release, farm);
    }

    @Test
    void whatAClosedHandleGivesBackIsSignalled(Farm farm) {
        isSignalledAfter((holder, handle) -> handle.close(), farm);
    }

    @Test
    void whatIsReleasedByForceIsSignalled(Farm farm) {
        Node administrator = node(farm);
        isSignalledAfter((holder, handle) -> administrator.run(id, ForceRelease.now()), farm);
    }

    @Test
    void whatIsResumedIsSignalled(Farm farm) {
        Node administrator = node(farm);
        administrator.create(id, due().suspend("a person has to look", null).build());
        Node waiting = waiting(farm);

        administrator.run(id, ResumeInstance.now());

        isOfferedAtOnce(waiting, farm);
    }

    private void isSignalledAfter(BiConsumer<Node, InstanceHandle> freeing, Farm farm) {
        Node holder = node(farm);
        InstanceHandle handle = holder.createHeld(id, due().build());
        Node waiting = waiting(farm);

        freeing.accept(holder, handle);

        isOfferedAtOnce(waiting, farm);
    }

    private static InstanceChanges.Builder due() {
        return Sample.numbered(1).dueAfter(Duration.ZERO);
    }

    private static Node node(Farm farm) {
        return farm.node(TYPED, options -> options.withPeriods(RARELY, RARELY));
    }

    private static Node waiting(Farm farm) {
        Node node = node(farm);
        assertThat(node.loadRunnable().loaded()).isEmpty();
        farm.advance(Duration.ofSeconds(1));
        assertThat(node.events()).isEmpty();
        return node;
    }

    private void isOfferedAtOnce(Node waiting, Farm farm) {
        farm.advance(Duration.ofMillis(20));
        farm.eventually(() -> assertThat(waiting.events()).containsExactly(StoreEvent.HAS_RUNNABLE));
        assertThat(waiting.loadRunnable().loaded().map(InstanceSnapshot::id)).contains(id);
    }
}
