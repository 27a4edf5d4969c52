// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.start;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The release of this library, which the build writes into a resource, so that it is known outside a jar too. */
public final class Release {

    /** That of the code which runs here. */
    public static final String OWN = read();

    private Release() {}

    private static String read() {
        try (InputStream resource = Release.class.getResourceAsStream("release.txt")) {
            if (resource == null) {
                throw new IllegalStateException("the library is built without its release.txt");
            }
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
