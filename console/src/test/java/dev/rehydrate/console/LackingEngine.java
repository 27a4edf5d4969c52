// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console;

import dev.rehydrate.command.InstanceQuery;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.StorageEngine;
import dev.rehydrate.slot.scan.RecordPage;
import java.util.concurrent.CompletionStage;

/** An engine that has lost a part of its data, and says so on each page. */
public final class LackingEngine extends ForwardingEngine {

    public static final String GAP = "5 of 13 partitions lost their data";

    public LackingEngine(StorageEngine engine) {
        super(engine);
    }

    @Override
    public CompletionStage<RecordPage> query(InstanceQuery query) {
        return super.query(query).thenApply(page -> new RecordPage(page.records(), page.total(), GAP));
    }
}
