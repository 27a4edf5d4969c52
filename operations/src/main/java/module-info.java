// SPDX-License-Identifier: Apache-2.0
/** What operators do with a store, whatever they do it with: why an instance does not move, and actions that are verified. */
module dev.rehydrate.operations {
    requires transitive dev.rehydrate.workflow.host;
    requires static transitive org.jspecify;
    requires org.slf4j;

    exports dev.rehydrate.operations.action;
    exports dev.rehydrate.operations.diagnosis;
    exports dev.rehydrate.operations.query;
    exports dev.rehydrate.operations.reading;
}
