// SPDX-License-Identifier: Apache-2.0
/** Turns messages into loads, turns and saves: correlation, the life of instances in memory, idle unload and retry. */
module dev.rehydrate.workflow.host {
    requires transitive com.fasterxml.jackson.databind;
    requires transitive dev.rehydrate.store.api;
    requires static transitive org.jspecify;
    requires org.slf4j;

    exports dev.rehydrate.correlation;
    exports dev.rehydrate.host;
}
