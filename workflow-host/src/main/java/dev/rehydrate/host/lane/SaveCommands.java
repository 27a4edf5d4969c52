// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lane;

import dev.rehydrate.command.DataChange;
import dev.rehydrate.command.InstanceChanges;
import dev.rehydrate.host.state.HostState;

/** What every save of a host has in common. */
public final class SaveCommands {

    private SaveCommands() {}

    public static InstanceChanges.Builder data(InstanceChanges.Builder changes, DataChange change) {
        if (change instanceof DataChange.Replace all) {
            return changes.replaceData(all.values());
        }
        return change instanceof DataChange.Change some ? changes.changeData(some.delta()) : changes;
    }

    /** The instance wants to run when there is something to do for it, and at no other time. */
    public static InstanceChanges.Builder due(InstanceChanges.Builder changes, HostState hostState) {
        return hostState.dueAt().map(changes::dueAt).orElseGet(changes::neverDue);
    }
}
