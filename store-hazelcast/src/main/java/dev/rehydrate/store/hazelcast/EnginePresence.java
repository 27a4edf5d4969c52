// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import com.hazelcast.instance.BuildInfoProvider;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Looks whether Hazelcast is there in a version that will do, before a class is used that cannot be linked without it. */
final class EnginePresence {

    static final String NEEDED = "5.7.0";

    private static final String COORDINATES = "com.hazelcast:hazelcast:" + NEEDED;
    private static final String PROOF = "com.hazelcast.core.HazelcastInstance";
    private static final Pattern RELEASE = Pattern.compile("(\\d{1,4})\\.(\\d{1,4}).*");

    private EnginePresence() {}

    /**
     * Looks.
     *
     * @throws IllegalStateException if Hazelcast is missing or too old; says what to add
     */
    static void require() {
        try {
            Class.forName(PROOF, false, EnginePresence.class.getClassLoader());
        } catch (ClassNotFoundException missing) {
            throw new IllegalStateException(
                    "Hazelcast is not on the class path; store-hazelcast needs it: add the dependency " + COORDINATES,
                    missing);
        }
        requireVersion(BuildInfoProvider.getBuildInfo().getVersion());
    }

    /** An older engine lacks methods that are called, which would show as a {@code NoSuchMethodError} at some later time. */
    static void requireVersion(String found) {
        if (release(found) < release(NEEDED)) {
            throw new IllegalStateException("Hazelcast " + found + " is on the class path, and store-hazelcast needs "
                    + NEEDED + " or later: in a pom whose parent is that of Spring Boot, write <hazelcast.version>"
                    + NEEDED
                    + "</hazelcast.version> into <properties>; in any other, manage the dependency " + COORDINATES
                    + ", or import rehydrate-bom before other bills of materials");
        }
    }

    /** Major and minor as one number, so that they can be compared. */
    private static int release(String version) {
        Matcher parts = RELEASE.matcher(version);
        return parts.matches() ? Integer.parseInt(parts.group(1)) * 10_000 + Integer.parseInt(parts.group(2)) : 0;
    }
}
