// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Where settings are looked for.
 *
 * @param classPath finds a {@code rehydrate.yaml}
 * @param environment the environment variables
 * @param properties the system properties
 */
record OptionSources(ClassLoader classPath, Map<String, String> environment, Properties properties) {

    static OptionSources ofThisProcess() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader own = Objects.requireNonNull(OptionSources.class.getClassLoader());
        return new OptionSources(context == null ? own : context, System.getenv(), System.getProperties());
    }

    /**
     * Reads all of them.
     *
     * @param file takes the place of the file that {@code rehydrate.config} names, or null
     * @return the weakest first
     */
    List<OptionSource> read(@Nullable Path file) {
        List<OptionSource> sources = new ArrayList<>();
        URL onClassPath = classPath.getResource(OptionsFile.NAME);
        if (onClassPath != null) {
            sources.add(OptionsFile.read(onClassPath.toString(), onClassPath::openStream));
        }
        Path named = file == null ? named() : file;
        if (named != null) {
            sources.add(OptionsFile.read(named.toString(), () -> Files.newInputStream(named)));
        }
        sources.add(OptionVariables.environment(environment));
        sources.add(OptionVariables.properties(properties));
        return sources;
    }

    private @Nullable Path named() {
        String property = properties.getProperty(OptionVariables.property(OptionVariables.CONFIG));
        String name = property == null ? environment.get(OptionVariables.variable(OptionVariables.CONFIG)) : property;
        return name == null || name.isBlank() ? null : Path.of(name.strip());
    }
}
