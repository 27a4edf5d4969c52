// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.micrometer;

/** Every meter of hosts and of the farm; a test compares them with the table in {@code docs/observability.md}. */
enum HostMeter {
    EVENTS("rehydrate.host.events", "counter", "event", "what hosts did"),
    STORE("rehydrate.host.store", "timer", "event", "how long hosts waited for the store, by what was done there"),
    MEMORY("rehydrate.host.memory", "gauge", "", "instances in the memory of the hosts of this process"),
    INSTANCES("rehydrate.farm.instances", "gauge", "state", "instances of the farm by how far they have come"),
    SUSPENDED("rehydrate.farm.suspended", "gauge", "", "instances that take no messages until they are resumed"),
    FAILED("rehydrate.farm.failed", "gauge", "", "suspended instances that have failed or whose handler threw"),
    DUE("rehydrate.farm.due", "gauge", "late", "instances that have wanted to run for at least so long"),
    MAILBOXES("rehydrate.farm.mailboxes", "gauge", "", "mailboxes in which messages wait"),
    DEAD("rehydrate.farm.mailboxes.dead", "gauge", "", "mailboxes with dead letters"),
    DEAD_LETTERS(
            "rehydrate.farm.mailboxes.letters",
            "gauge",
            "",
            "posted messages that are dead letters, in the first 1,000 of these mailboxes"),
    AGE("rehydrate.farm.age", "gauge", "", "time since the farm was counted; NaN before the first time");

    private final String meterName;
    private final String type;
    private final String tags;
    private final String words;

    HostMeter(String meterName, String type, String tags, String words) {
        this.meterName = meterName;
        this.type = type;
        this.tags = tags;
        this.words = words;
    }

    String meterName() {
        return meterName;
    }

    String type() {
        return type;
    }

    /** The name of its own tag; empty if it has none. */
    String tags() {
        return tags;
    }

    String words() {
        return words;
    }
}
