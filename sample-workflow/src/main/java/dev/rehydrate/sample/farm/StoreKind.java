// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.farm;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.sample.document.DocumentWorkflow;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.memory.MemoryData;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import java.io.IOException;
import java.time.Duration;
import java.util.Locale;

/** The stores that a farm can run on. */
public enum StoreKind {
    /** In a file, on which one process with both nodes works; it is there when the process is killed. */
    DURABLE("one file, both nodes in a process of their own") {
        @Override
        public RunningFarm start() throws IOException {
            return FarmProcess.start();
        }
    },

    /** In a cluster of its own, with a member for each node in this process; it is gone when they are. */
    HAZELCAST("one member with each node") {
        @Override
        public RunningFarm start() throws IOException {
            return LocalFarm.start(new OwnCluster());
        }
    },

    /**
     * In a cluster that is running: a client for each node. Which cluster, is said in {@code rehydrate.yaml}, in the
     * environment or by system properties. Documents that were not ended are gone ten minutes later.
     */
    CLIENT("one client with each node") {
        @Override
        public RunningFarm start() throws IOException {
            HazelcastStoreOptions options = HazelcastStoreOptions.load()
                    .mode(HazelcastStoreOptions.Mode.CLIENT)
                    .idleTtl(Duration.ofMinutes(10))
                    .recordedChanges(RECORDED_CHANGES)
                    .codecs(encoding -> encoding.writeWith(DocumentWorkflow.codec()))
                    .build();
            return LocalFarm.start(() -> HazelcastInstanceStore.start(options));
        }
    },

    /** In the memory of this process, shared by all nodes in it. */
    MEMORY("shared by the nodes") {
        @Override
        public RunningFarm start() throws IOException {
            MemoryData data = new MemoryData();
            return LocalFarm.start(() -> MemoryInstanceStore.open(data, options()));
        }
    };

    /** As many as an operator looks at, to see what happened to a document. */
    private static final int RECORDED_CHANGES = 32;

    private final String words;

    StoreKind(String words) {
        this.words = words;
    }

    /**
     * Starts a farm on new data.
     *
     * @return the farm
     * @throws IOException if there is no free port, or a process cannot be started
     * @throws IllegalArgumentException if what is configured cannot be used
     */
    public abstract RunningFarm start() throws IOException;

    /** {@return what every store needs to keep documents} */
    public static StoreOptions options() {
        return StoreOptions.defaults()
                .withValues(ValueEncoding.with(DocumentWorkflow.codec()))
                .withRecordedChanges(RECORDED_CHANGES);
    }

    /** {@return the name on the command line} */
    public String argument() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** {@return what a node has of it, for people} */
    public String words() {
        return words;
    }
}
