// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

import dev.rehydrate.command.change.DataChange;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.host.state.HostState;
import dev.rehydrate.instance.InstanceValue;

/** The parts that all save commands of a host have in common. */
public final class SaveCommands {

    private SaveCommands() {}

    public static InstanceChanges.Builder data(InstanceChanges.Builder changes, DataChange<InstanceValue> change) {
        if (change instanceof DataChange.Replace<InstanceValue> all) {
            return changes.replaceData(all.values());
        }
        return change instanceof DataChange.Change<InstanceValue> some ? changes.changeData(some.delta()) : changes;
    }

    /** Sets the due time of the instance to the time at which there is work for it, or to never. */
    public static InstanceChanges.Builder due(InstanceChanges.Builder changes, HostState hostState) {
        return hostState.dueAt().map(changes::dueAt).orElseGet(changes::neverDue);
    }
}
