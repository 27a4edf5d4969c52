// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.junit;

import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.tck.ManualTime;
import dev.rehydrate.tck.fault.Fault;
import dev.rehydrate.tck.fault.FaultPlan;
import java.time.Duration;

/**
 * One host with a store of its own, as in a process of its own.
 *
 * @param host the host
 * @param store its store
 * @param faults what stands between the store and the data
 */
record Node(WorkflowHost host, InstanceStore store, FaultPlan faults) {

    /** Nothing that it does from now on reaches the data. */
    void kill() {
        faults.inject(Fault.DIE, 1);
    }

    /** Calls that wait are answered first, as time goes on. */
    void stop() {
        var unused = host.stop(WorkflowHost.CLOSE_TIME).thenRun(store::close);
    }

    /** What has not come to an end by now never does. */
    void end(ManualTime time) {
        var unused = host.stop(Duration.ZERO);
        time.advance(Duration.ZERO);
        store.close();
    }
}
