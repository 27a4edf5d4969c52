// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.runnable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.command.LoadMode;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceSnapshot;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.Suspension;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Suspension by a save: contract §2.4. */
public abstract class SuspensionContract {

    private static final OwnerDescription TYPED = OwnerDescription.ofType("documents");

    private final InstanceId id = InstanceId.random();

    @Test
    @DisplayName("WF-58 a suspended instance with a due time is not runnable until it is resumed")
    void aSuspendedInstanceIsNotRunnable(Farm farm) {
        Node node = farm.node(TYPED);
        node.create(
                id,
                Sample.numbered(1)
                        .dueAfter(Duration.ofSeconds(1))
                        .suspend("a person has to look", "java.io.IOException")
                        .build());
        farm.advance(Farm.DETECTION.multipliedBy(2));
        assertThat(node.loadRunnable().loaded()).isEmpty();
        assertThat(node.events()).isEmpty();

        node.save(id, InstanceChanges.builder().resume().build()).receiptOrThrow();
        farm.advance(Farm.DETECTION);

        assertThat(node.events()).isNotEmpty();
        assertThat(node.loadRunnable().loaded().map(InstanceSnapshot::id)).contains(id);
    }

    @Test
    void aSuspendedInstanceCanBeLoadedAndSaved(Farm farm) {
        Node node = farm.node();
        Instant now = farm.now();
        node.create(
                id,
                Sample.numbered(1)
                        .suspend("a person has to look", "java.io.IOException")
                        .build());

        node.save(id, Sample.number(2)).receiptOrThrow();

        InstanceHeader header = node.load(id, LoadMode.hold()).snapshotOrThrow().header();
        assertThat(header.suspension()).isEqualTo(new Suspension("a person has to look", "java.io.IOException", now));
    }
}
