// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.example.plain;

import com.sun.net.httpserver.HttpServer;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.example.Notes;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreHealth;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.micrometer.StoreMeters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The application without a framework: what the starter does is done here. The routes are in {@link PlainRoutes}. */
public final class PlainNotes implements AutoCloseable {

    /** The server of the JDK waits for all of it, also when no request is under way. */
    private static final int GRACE_SECONDS = 1;

    private final ExecutorService threads = Executors.newFixedThreadPool(16);
    private final InstanceStore store;
    private final WorkflowHost host;
    private final HttpServer server;

    /** Starts it, with the settings of a {@code rehydrate.yaml}, the environment and system properties. */
    public PlainNotes(MeterRegistry meters, int port) throws IOException {
        store = HazelcastInstanceStore.start(HazelcastStoreOptions.load()
                .codecs(encoding -> encoding.writeWith(JacksonCodec.builder().build()))
                .listener(StoreMeters.on(meters))
                .shutdownHook(false)
                .build());
        try {
            host = WorkflowHost.builder(store)
                    .definition(Notes.DEFINITION)
                    .node("notes")
                    .start();
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
            server.setExecutor(threads);
            new PlainRoutes(host, this::isReady).addTo(server);
            server.start();
        } catch (IOException | RuntimeException notStarted) {
            store.close();
            threads.shutdown();
            throw notStarted;
        }
    }

    public static void main(String[] arguments) throws IOException {
        PlainNotes notes = new PlainNotes(new SimpleMeterRegistry(), 8080);
        Runtime.getRuntime().addShutdownHook(new Thread(notes::close));
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private boolean isReady() {
        try {
            return store.health().get(5, TimeUnit.SECONDS).status() != StoreHealth.Status.DOWN;
        } catch (Exception unknown) {
            return false;
        }
    }

    /** Requests first, then the host, which they call, then the store. */
    @Override
    public void close() {
        server.stop(GRACE_SECONDS);
        host.close();
        store.close();
        threads.shutdown();
    }
}
