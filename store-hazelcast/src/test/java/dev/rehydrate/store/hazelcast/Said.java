// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import dev.rehydrate.store.hazelcast.settings.OptionSources;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/** A process of its own as far as settings go: a class path, a file, an environment and system properties. */
final class Said {

    private final Path folder;
    private final Map<String, String> environment = new HashMap<>();
    private final Properties properties = new Properties();

    Said(Path folder) {
        this.folder = folder;
    }

    Said onClassPath(String... lines) throws IOException {
        write("classes/" + OptionSources.FILE, lines);
        return this;
    }

    /** Writes a file that is not yet named anywhere. */
    Path file(String... lines) throws IOException {
        return write("farm.yaml", lines);
    }

    Said inFile(String... lines) throws IOException {
        return byProperty("config", file(lines).toString());
    }

    Said byVariable(String name, String value) {
        environment.put(name, value);
        return this;
    }

    Said byProperty(String name, String value) {
        properties.setProperty("rehydrate." + name, value);
        return this;
    }

    HazelcastStoreOptionsBuilder load() throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, null)) {
            return new HazelcastStoreOptionsBuilder(
                    new OptionSources(loader, environment, properties).read(StoreSettings.ALL, null));
        }
    }

    private Path write(String name, String... lines) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, String.join("\n", lines) + "\n");
    }
}
