// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.diagnosis;

import dev.rehydrate.host.InspectedInstance;
import dev.rehydrate.host.InspectedValue;
import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Suspension;
import dev.rehydrate.operations.diagnosis.Finding.Cause;
import dev.rehydrate.store.inspection.KeySighting;
import dev.rehydrate.store.inspection.OwnerSighting;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Looks at the instance itself: its state, holder, values and keys. */
final class LifeChecks {

    private final Evidence evidence;
    private final InspectedInstance inspected;
    private final InstanceHeader header;

    LifeChecks(Evidence evidence) {
        this.evidence = evidence;
        this.inspected = evidence.instance().inspected();
        this.header = inspected.header();
    }

    void addTo(List<Finding> found) {
        evidence.damaged()
                .forEach(
                        what -> found.add(
                                new Finding(
                                        Cause.DAMAGED_RECORD,
                                        what,
                                        "Restore the record from a backup, or discard it (rehydrate instances discard-damaged). Other instances are not concerned.")));
        if (header.state() == InstanceState.COMPLETED) {
            return;
        }
        values(found);
        suspension(found);
        holder(found);
        definition(found);
        claims(found);
        if (header.state() == InstanceState.UNINITIALIZED && header.holder() == null) {
            found.add(new Finding(
                    Cause.UNINITIALIZED,
                    "The id and the keys are taken, but no data was ever saved, because the host that began the"
                            + " instance did not come to its first save.",
                    "Send the first message again, or delete the instance to free its keys."));
        }
    }

    private void values(List<Finding> found) {
        Map<String, InspectedValue> all = new TreeMap<>(inspected.data());
        inspected.metadata().forEach(all::putIfAbsent);
        all.forEach((name, value) -> {
            if (value.problem() != null) {
                found.add(new Finding(
                        Cause.POISON_VALUE,
                        "The value '" + name + "' cannot be read here: " + value.problem() + ".",
                        "If hosts cannot read it either, deploy a release that has its class and codec and resume the"
                                + " instance; if its bytes are damaged, restore it or terminate it."));
            }
        });
        evidence.instance()
                .problem()
                .ifPresent(problem -> found.add(new Finding(
                        Cause.POISON_VALUE,
                        "What hosts keep with the instance, its timers and messages, cannot be read: " + problem + ".",
                        "Deploy the release that wrote it, or terminate the instance.")));
    }

    private void suspension(List<Finding> found) {
        Suspension suspension = header.suspension();
        if (suspension == null) {
            return;
        }
        String since = " since " + suspension.since() + ": " + suspension.reason();
        if (suspension.failed() || evidence.instance().hasFailed()) {
            found.add(new Finding(
                    Cause.FAILED,
                    "The instance has failed, and takes no messages" + since + ".",
                    "Repair the cause, then retry it from its last saved state, or terminate it."));
        } else if (suspension.failure() != null) {
            found.add(new Finding(
                    Cause.SUSPENDED_BY_FAILURE,
                    "A host has suspended the instance after " + suspension.failure() + since + ".",
                    "Repair the cause in the handler or its data, then resume the instance: the message that failed was"
                            + " not saved, and its sender or its timer repeats it."));
        } else {
            found.add(new Finding(
                    Cause.SUSPENDED_BY_PERSON,
                    "An administrator has suspended the instance" + since + ".",
                    "Resume it when the reason has gone."));
        }
    }

    private void holder(List<Finding> found) {
        OwnerId holder = header.holder();
        if (holder == null) {
            return;
        }
        OwnerSighting owner = evidence.owner(holder).orElse(null);
        if (owner == null || owner.expired()) {
            String who = owner == null ? "owner " + holder : Words.owner(owner);
            String why = owner != null && owner.retired()
                    ? ", which has retired: its host has ended, and has not given the instance back."
                    : ", whose lease has expired: its host has died or lost the store.";
            found.add(new Finding(
                    Cause.HELD_BY_EXPIRED_OWNER,
                    "The instance is held by " + who + why,
                    "Wait for the next message or the next look of a live host, which takes the instance over; if no"
                            + " host of its type runs, start one, or release the instance."));
        }
    }

    private void definition(List<Finding> found) {
        if (header.hostType() == null || header.state() != InstanceState.INITIALIZED) {
            return;
        }
        boolean hosted = evidence.owners().stream()
                .filter(owner -> !owner.expired())
                .anyMatch(owner -> header.hostType().equals(owner.description().hostType())
                        && owner.description().definitions().accepts(header.definition()));
        if (!hosted) {
            found.add(new Finding(
                    Cause.NO_HOST_FOR_DEFINITION,
                    "No live owner of host type '" + header.hostType() + "' "
                            + (header.definition() == null
                                    ? "takes instances without a definition"
                                    : "runs the definition " + header.definition())
                            + ", so no timer of the instance fires and no message of it is sent.",
                    whatToStart()));
        }
    }

    private String whatToStart() {
        if (header.definition() == null) {
            return "Start a host of this type; check its last deployment.";
        }
        String others = otherTypes();
        return others.isEmpty()
                ? "Start a host with this definition, or one that continues or upgrades it; check the versions of the"
                        + " last deployment."
                : "Live hosts run this definition under another host type (" + others + "): a host type that is not set"
                        + " changes with the definitions of the host. Start them with hostType(\"" + header.hostType()
                        + "\").";
    }

    /** Hosts that say which definitions they run, among them this one, under another type. */
    private String otherTypes() {
        return evidence.owners().stream()
                .filter(owner -> !owner.expired() && owner.description().hostType() != null)
                .filter(owner -> owner.description().definitions().match() != DefinitionFilter.Match.ANY
                        && owner.description().definitions().accepts(header.definition()))
                .map(owner -> "'" + owner.description().hostType() + "'")
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private void claims(List<Finding> found) {
        for (KeySighting key : evidence.keys()) {
            if (key.isDangling()) {
                found.add(Words.dangling(key));
            } else if (!header.id().equals(key.listedBy())) {
                found.add(new Finding(
                        Cause.DANGLING_CLAIM,
                        "The way to the key " + key.key() + " leads elsewhere, so messages with it do not come here.",
                        "Send a message with the key: the next command that needs it repairs the claim."));
            }
        }
    }
}
