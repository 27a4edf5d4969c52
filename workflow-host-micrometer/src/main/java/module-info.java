// SPDX-License-Identifier: Apache-2.0
/** What hosts and a farm do, as meters and observations of Micrometer. */
module dev.rehydrate.workflow.host.micrometer {
    requires static transitive org.jspecify;
    requires transitive dev.rehydrate.workflow.host;
    requires transitive micrometer.core;
    requires transitive micrometer.observation;
    requires org.slf4j;

    exports dev.rehydrate.micrometer;
}
