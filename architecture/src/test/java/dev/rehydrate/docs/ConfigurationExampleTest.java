// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueCipher;
import dev.rehydrate.codec.ValueCodec;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptionsBuilder;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The examples of configuration.md. */
class ConfigurationExampleTest {

    /** A state. */
    public record Cart(int items) {}

    private final ValueCodec codec = JacksonCodec.builder().build();

    @Test
    void valuesAreEncryptedWithANewKeyAndReadWithAnOldOne() {
        byte[] newKey = new byte[32];
        byte[] oldKey = {1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2
        };

        HazelcastStoreOptions options = encrypted(newKey, oldKey).build();

        assertThat(options.describe()).contains("durability");
    }

    private HazelcastStoreOptionsBuilder encrypted(byte[] newKey, byte[] oldKey) {
        ValueCipher cipher = ValueCipher.writingWith("2026-11", newKey).alsoReadingWith("2026-05", oldKey);
        return HazelcastStoreOptions.load()
                .codecs(encoding -> encoding.writeWith(codec).encryptWith(cipher));
    }

    /** Compiled only: it would start a member under the default name and port. */
    void start() {
        HazelcastStoreOptions options = HazelcastStoreOptions.load()
                .codecs(encoding -> encoding.writeWith(codec))
                .build();
        try (InstanceStore store = HazelcastInstanceStore.start(options)) {
            var carts = store.instances("Cart", Cart.class);
            carts.create(InstanceKey.of("shop", "cart 7"), new Cart(0));
        }
    }

    /** Compiled only: no partition is lost here. */
    void acknowledge(HazelcastInstanceStore store) {
        Map<Integer, Instant> lost = store.lostPartitions();
        store.acknowledgeLoss();
        assertThat(lost).isEmpty();
    }
}
