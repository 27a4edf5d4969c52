// SPDX-License-Identifier: Apache-2.0
/** Where settings are looked for: one YAML file, environment variables and system properties, the later ones winning. */
@NullMarked
package dev.rehydrate.store.hazelcast.settings;

import org.jspecify.annotations.NullMarked;
