// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.lifecycle;

import dev.rehydrate.host.MessageRouter;
import dev.rehydrate.host.Operation;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.async.CallLimiter;
import dev.rehydrate.host.async.TurnLimiter;
import dev.rehydrate.host.async.Waiting;
import dev.rehydrate.host.control.ControlAccess;
import dev.rehydrate.host.control.LocalCopy;
import dev.rehydrate.host.lane.IdleJob;
import dev.rehydrate.host.lane.IdleTimer;
import dev.rehydrate.host.lane.InstanceServices;
import dev.rehydrate.host.lane.InstanceUnloader;
import dev.rehydrate.host.lane.Lane;
import dev.rehydrate.host.lane.LaneTimers;
import dev.rehydrate.host.lane.Lanes;
import dev.rehydrate.host.lane.LongTurns;
import dev.rehydrate.host.lane.OtherHostTypes;
import dev.rehydrate.host.lane.RefusalTimer;
import dev.rehydrate.host.lane.WakeTimer;
import dev.rehydrate.host.mailbox.Mailbox;
import dev.rehydrate.host.mailbox.MailboxDispatcher;
import dev.rehydrate.host.mailbox.MessagePoster;
import dev.rehydrate.host.owner.HostSettings;
import dev.rehydrate.host.owner.OwnerLease;
import dev.rehydrate.host.owner.Quarantine;
import dev.rehydrate.host.owner.StoreAccess;
import dev.rehydrate.host.owner.Timeline;
import dev.rehydrate.host.timer.DueWorker;
import dev.rehydrate.host.timer.LeftInstances;
import dev.rehydrate.host.timer.RunnablePump;
import dev.rehydrate.host.timer.TimerDispatcher;
import dev.rehydrate.host.turn.CallContext;
import dev.rehydrate.host.turn.CallRouter;
import dev.rehydrate.host.turn.Definitions;
import dev.rehydrate.host.turn.MessageForwarder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a host, put together. Only the entry points of the host see all of them; each part gets those that it needs.
 *
 * @param context what calls need
 * @param definitions what the host can run
 * @param operations the operations of the application, with their definitions
 * @param router works on calls
 * @param poster posts messages
 * @param deliveries limits the posted messages that this host has taken and not settled yet
 */
public record HostParts(
        CallContext context,
        Definitions definitions,
        Map<Operation<?, ?, ?>, WorkflowDefinition<?>> operations,
        CallRouter router,
        MessagePoster poster,
        CallLimiter deliveries) {

    /**
     * Puts a host together; nothing runs yet.
     *
     * @param settings what it is started with
     * @param store the store
     * @param definitions the definitions of the application
     * @param operations their operations
     * @return its parts
     */
    public static HostParts assembled(
            HostSettings settings,
            StoreAccess store,
            List<WorkflowDefinition<?>> definitions,
            Map<Operation<?, ?, ?>, WorkflowDefinition<?>> operations) {
        Timeline timeline = new Timeline(settings);
        InstanceUnloader unloader = new InstanceUnloader(settings, store, timeline);
        Lanes lanes = new Lanes(
                (address, all) -> new Lane(
                        address,
                        all,
                        store.executor(),
                        new LaneTimers(
                                new IdleTimer(settings, (step, activity) -> new IdleJob(step, activity, unloader)),
                                new WakeTimer(settings),
                                new RefusalTimer(settings))),
                store.executor());
        InstanceServices services = new InstanceServices(
                settings,
                store,
                timeline,
                unloader,
                new OtherHostTypes(settings),
                new LongTurns(settings, timeline, store.executor(), lanes));
        OwnerLease owners = new OwnerLease(
                settings, store, timeline, (lost, cause) -> unloader.dropLost(lanes.loaded(), lost, cause));
        TurnLimiter turns = new TurnLimiter(settings.limits().turns(), store.executor());
        CallLimiter deliveries = new CallLimiter(settings.limits().calls());
        List<WorkflowDefinition<?>> known = new ArrayList<>(definitions);
        known.add(Mailbox.DEFINITION);

        CallContext context = new CallContext(services, lanes, owners, turns);
        Definitions all = new Definitions(known);
        CallRouter router = new CallRouter(context);
        Quarantine quarantine = new Quarantine(settings, store, timeline);
        MailboxDispatcher mailboxes = new MailboxDispatcher(
                settings,
                timeline,
                router,
                all,
                deliveries,
                new TurnLimiter(settings.limits().deliveries(), store.executor()));
        LeftInstances left = new LeftInstances(settings);
        TimerDispatcher timers = new TimerDispatcher(settings, timeline, router, quarantine, left);
        lanes.workBy(new DueWorker(services, owners, timers, mailboxes));
        owners.whenRunnable(new RunnablePump(context, all, deliveries, quarantine, left)::drain);
        return new HostParts(
                context,
                all,
                operations,
                router,
                new MessagePoster(settings, router, mailboxes, deliveries),
                deliveries);
    }

    /**
     * Registers the host as an owner, and waits for it. If that fails, nothing is left running.
     *
     * @param host makes the host that is registered, with what ends its threads
     * @param shutdown ends its threads
     * @return the host
     */
    public <H> H registered(Function<Runnable, H> host, Runnable shutdown) {
        try {
            var unused = Waiting.forAnswer(context.owners().start(), settings().storeTimeout(), Waiting.Awaited.START);
            return host.apply(shutdown);
        } catch (RuntimeException | Error failed) {
            var unused = context.owners().retire(settings().storeTimeout());
            shutdown.run();
            throw failed;
        }
    }

    /**
     * Forwards messages to other hosts.
     *
     * @param router brings them there, or null to work on all messages here
     */
    public MessageForwarder forwarder(@Nullable MessageRouter router) {
        return new MessageForwarder(context, router);
    }

    /** What the host was started with. */
    public HostSettings settings() {
        return context.services().settings();
    }

    /** The store for administrators. */
    public ControlAccess control() {
        return new ControlAccess(
                settings(), context.owners(), context.services().store());
    }

    /** The instances in memory for administrators. */
    public LocalCopy.Access copies() {
        return new LocalCopy.Access(
                settings(), context.lanes(), context.services().unloader());
    }
}
