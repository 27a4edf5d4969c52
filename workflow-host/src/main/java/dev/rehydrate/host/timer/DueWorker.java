// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.timer;

import dev.rehydrate.host.lane.InstanceServices;
import dev.rehydrate.host.lane.Job;
import dev.rehydrate.host.lane.Lane;
import dev.rehydrate.host.lane.LaneWork;
import dev.rehydrate.host.lane.Resident;
import dev.rehydrate.host.mailbox.MailboxDispatcher;
import dev.rehydrate.host.owner.OwnerLease;
import java.util.concurrent.CompletableFuture;

/**
 * Does what is due for instances in memory.
 *
 * @param services what work on instances needs
 * @param owners the lease of this host
 * @param timers delivers the messages of timers
 * @param mailboxes takes the messages of mailboxes
 */
public record DueWorker(
        InstanceServices services, OwnerLease owners, TimerDispatcher timers, MailboxDispatcher mailboxes)
        implements LaneWork {

    @Override
    public Job job() {
        return new DueWorkJob(this);
    }

    @Override
    public CompletableFuture<Void> run(Lane lane, Resident<?> resident) {
        return new DueWork(this, lane, resident).run();
    }
}
