// SPDX-License-Identifier: Apache-2.0
/** Fault drills: three processes under load, something breaks, and the recorded history is judged. See docs/drills.md. */
package dev.rehydrate.store.hazelcast.drill;
