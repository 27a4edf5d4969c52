// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.time.TimeSource;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * What a host was started with.
 *
 * @param node its name, for people
 * @param description what it says of itself as an owner
 * @param idle when instances are saved and unloaded
 * @param acknowledge when replies are given
 * @param backoff how long to wait between attempts
 * @param storeTimeout how long one command may take
 * @param maxCalls how many calls may be under way or waiting
 * @param time clocks and scheduler
 * @param random for the backoff
 * @param listener is told what the host does
 */
record HostSettings(
        String node,
        OwnerDescription description,
        IdlePolicy idle,
        Acknowledge acknowledge,
        Backoff backoff,
        Duration storeTimeout,
        int maxCalls,
        TimeSource time,
        RandomGenerator random,
        HostListener listener) {}
