// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot;

import dev.rehydrate.host.HostBuilder;

/** A bean of the application that says in code what the host shall be like. */
@FunctionalInterface
public interface HostCustomizer {

    /**
     * Changes settings, after those of {@code rehydrate.host.…} and before the host is started.
     *
     * @param host the settings of the host, with all definitions
     */
    void customize(HostBuilder host);
}
