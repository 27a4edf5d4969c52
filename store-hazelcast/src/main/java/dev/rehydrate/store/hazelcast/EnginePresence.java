// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

/** Looks whether Hazelcast is there, before a class is used that cannot be linked without it. */
final class EnginePresence {

    static final String COORDINATES = "com.hazelcast:hazelcast:5.7.0";
    private static final String PROOF = "com.hazelcast.core.HazelcastInstance";

    private EnginePresence() {}

    /**
     * Looks.
     *
     * @throws IllegalStateException if Hazelcast is missing; says what to add
     */
    static void require() {
        try {
            Class.forName(PROOF, false, EnginePresence.class.getClassLoader());
        } catch (ClassNotFoundException missing) {
            throw new IllegalStateException(
                    "Hazelcast is not on the class path; store-hazelcast needs it: add the dependency " + COORDINATES,
                    missing);
        }
    }
}
