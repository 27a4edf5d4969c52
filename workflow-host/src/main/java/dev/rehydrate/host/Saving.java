// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.command.DataChange;
import dev.rehydrate.command.InstanceChanges;
import dev.rehydrate.host.agenda.Agenda;

/** What every save of a host has in common. */
final class Saving {

    private Saving() {}

    static InstanceChanges.Builder data(InstanceChanges.Builder changes, DataChange change) {
        if (change instanceof DataChange.Replace all) {
            return changes.replaceData(all.values());
        }
        return change instanceof DataChange.Change some ? changes.changeData(some.delta()) : changes;
    }

    /** The instance wants to run when there is something to do for it, and at no other time. */
    static InstanceChanges.Builder due(InstanceChanges.Builder changes, Agenda agenda) {
        return agenda.dueAt().map(changes::dueAt).orElseGet(changes::neverDue);
    }
}
