// SPDX-License-Identifier: Apache-2.0
/**
 * Settings by name: defaults, one YAML file, environment variables, system properties and code, the later ones winning. Every
 * mistake is collected with its place and told at once. Which settings there are is decided outside of this package.
 */
@NullMarked
package dev.rehydrate.store.hazelcast.settings;

import org.jspecify.annotations.NullMarked;
