// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.owner;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.store.InstanceHandle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Suspends instances that this host cannot run, because their stored state cannot be read or their timer cannot fire. Such an
 * instance is the counterpart of a poison message: without the suspension every host would load it and fail, in a hot loop.
 */
public record Quarantine(HostSettings settings, StoreAccess store, Timeline timeline) {

    private static final Logger LOG = LoggerFactory.getLogger(Quarantine.class);

    /**
     * Suspends an instance in the background. An instance that cannot be suspended now stays runnable, and is found again.
     *
     * @param owner the owner of this host
     * @param instance the instance
     * @param what what cannot be done with it
     * @param failure why not
     */
    public void suspend(LiveOwner owner, InstanceId instance, String what, Throwable failure) {
        String reason = what + ": " + SafeText.line(failure);
        InstanceHandle handle = store.store().createHandle(owner.id(), instance);
        SuspendInstance suspend = new SuspendInstance(
                CommandId.random(), reason, failure.getClass().getName());
        var unused = store.ask(handle, suspend, settings.storeTimeout()).whenComplete((outcome, failed) -> {
            handle.close();
            LOG.warn(
                    "suspended an instance that cannot be run: node={} instance={} outcome={}",
                    settings.node(),
                    instance,
                    SafeText.line(failed == null ? outcome : failed),
                    SafeText.failure(failure));
            timeline.instance(Kind.SUSPENDED, instance).because(failure, 0).publish();
        });
    }
}
