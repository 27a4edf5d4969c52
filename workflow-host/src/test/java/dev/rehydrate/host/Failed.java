// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.ForceRelease;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.ValueDelta;
import dev.rehydrate.host.lane.MetadataNames;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceValue;
import java.util.Map;

/** Makes failed instances, as a host leaves them. */
final class Failed {

    private Failed() {}

    static void fail(Farm farm, InstanceId id, String why) {
        InstanceChanges<InstanceValue> failed = InstanceChanges.builder()
                .metadata(ValueDelta.putting(Map.of(MetadataNames.FAILURE, InstanceValue.of(why))))
                .suspend(why, "java.lang.IllegalStateException")
                .build();
        Farm.Tool tool = farm.tool();
        tool.ask(id, ForceRelease.now());
        tool.ask(id, SaveInstance.of(failed, AfterSave.RELEASE)).receiptOrThrow();
    }
}
