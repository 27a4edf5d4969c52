// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.SuspendInstance;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.SafeText;
import dev.rehydrate.store.InstanceHandle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Suspends instances that the host cannot run, so that they are looked at by people and not tried for ever. */
final class Quarantine {

    private static final Logger LOG = LoggerFactory.getLogger(HostLog.NAME);

    private final HostCore core;
    private final LiveOwner owner;

    Quarantine(HostCore core, LiveOwner owner) {
        this.core = core;
        this.owner = owner;
    }

    /** Goes on in the background. What it cannot suspend is found again later. */
    void suspend(InstanceId instance, String what, Throwable failure) {
        String reason = what + ": " + failure;
        InstanceHandle handle = core.store().store().createHandle(owner.id(), instance);
        SuspendInstance suspend = new SuspendInstance(
                CommandId.random(), reason, failure.getClass().getName());
        var unused = core.store()
                .ask(handle, suspend, core.settings().storeTimeout())
                .whenComplete((outcome, failed) -> {
                    handle.close();
                    LOG.warn(
                            "suspended an instance that cannot be run: node={} instance={} outcome={}",
                            core.settings().node(),
                            instance,
                            SafeText.line(failed == null ? outcome : failed),
                            SafeText.failure(failure));
                    core.timeline()
                            .instance(Kind.SUSPENDED, instance)
                            .because(failure, 0)
                            .tell();
                });
    }
}
