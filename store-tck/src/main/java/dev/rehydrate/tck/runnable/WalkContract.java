// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.runnable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.slot.scan.ScanPage;
import dev.rehydrate.slot.scan.ScanPosition;
import dev.rehydrate.slot.scan.SlotScan;
import dev.rehydrate.tck.farm.Farm;
import dev.rehydrate.tck.farm.Node;
import dev.rehydrate.tck.farm.Sample;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How engines walk through the instances that want to run: contract §2.7. */
public abstract class WalkContract {

    private static final OwnerDescription TYPED = OwnerDescription.ofType("documents");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    @DisplayName("W-06 a walk through what wants to run finds each instance once, however short its pages are")
    void aWalkFindsEachInstanceThatWantsToRunOnce(Farm farm) {
        Node node = farm.node(TYPED);
        List<InstanceId> wanted = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            InstanceId each = InstanceId.random();
            wanted.add(each);
            // Some are due at one moment, and a moment may be within a page or go over its end.
            Instant due = farm.now().minusSeconds(i / 7);
            node.create(each, Sample.numbered(i).dueAt(due).build());
        }
        node.create(InstanceId.random(), Sample.numbered(1).dueAfter(MINUTE).build());
        node.create(InstanceId.random(), Sample.number(2));
        StorageEngine engine = farm.engine();
        SlotScan.ToRun due = new SlotScan.ToRun("documents", DefinitionFilter.any(), Set.of());
        assertThat(walked(farm, engine, due)).containsExactlyInAnyOrderElementsOf(wanted);

        for (int i = 0; i < 5; i++) {
            InstanceId each = InstanceId.random();
            wanted.add(each);
            node.create(each, Sample.number(i));
            node.hold(each);
        }
        SlotScan.ToRun orphanedToo = new SlotScan.ToRun("documents", DefinitionFilter.any(), Set.of(node.owner()));
        assertThat(walked(farm, engine, orphanedToo)).containsExactlyInAnyOrderElementsOf(wanted);
        assertThat(walked(farm, engine, new SlotScan.ToRun("orders", DefinitionFilter.any(), Set.of(node.owner()))))
                .isEmpty();
    }

    private static List<InstanceId> walked(Farm farm, StorageEngine engine, SlotScan.ToRun scan) {
        List<InstanceId> walked = new ArrayList<>();
        ScanPosition after = null;
        for (int pages = 0; pages < 100; pages++) {
            ScanPage page = farm.await(engine.walk(scan, after, 3));
            assertThat(page.found()).hasSizeLessThanOrEqualTo(3);
            page.found().forEach(each -> walked.add(each.at().instance()));
            after = page.next();
            if (after == null) {
                return walked;
            }
        }
        throw new AssertionError("a walk does not end: " + walked);
    }
}
