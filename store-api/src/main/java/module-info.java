// SPDX-License-Identifier: Apache-2.0
/** The instance store contract: commands, answers, the rules as pure functions, and what a provider implements. */
@SuppressWarnings("module") // Those that read settings are compiled later.
module dev.rehydrate.store.api {
    requires static transitive org.jspecify;
    requires org.slf4j;

    exports dev.rehydrate.codec;
    exports dev.rehydrate.command;
    exports dev.rehydrate.command.change;
    exports dev.rehydrate.command.condition;
    exports dev.rehydrate.command.failure;
    exports dev.rehydrate.command.outcome;
    exports dev.rehydrate.engine;
    exports dev.rehydrate.instance;
    exports dev.rehydrate.recording;
    exports dev.rehydrate.settings to
            dev.rehydrate.spring.boot,
            dev.rehydrate.store.hazelcast;
    exports dev.rehydrate.slot;
    exports dev.rehydrate.slot.decision;
    exports dev.rehydrate.slot.operation;
    exports dev.rehydrate.slot.scan;
    exports dev.rehydrate.stability;
    exports dev.rehydrate.store;
    exports dev.rehydrate.store.inspection;
    exports dev.rehydrate.time;
    exports dev.rehydrate.typed;
}
