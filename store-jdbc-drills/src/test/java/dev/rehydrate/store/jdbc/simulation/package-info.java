// SPDX-License-Identifier: Apache-2.0
/** The engine of the durable provider on a simulated database: one thread, one seed, virtual time. */
package dev.rehydrate.store.jdbc.simulation;
