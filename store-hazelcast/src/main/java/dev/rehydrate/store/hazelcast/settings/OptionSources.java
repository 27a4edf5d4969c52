// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.settings;

import dev.rehydrate.settings.ChosenOptions;
import dev.rehydrate.settings.NearestName;
import dev.rehydrate.settings.ServiceLinks;
import dev.rehydrate.settings.Setting;
import dev.rehydrate.settings.SettingCatalog;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where settings are looked for: one file, the environment and the system properties. Names with our prefix are taken for
 * ours, but for variables that Kubernetes sets for a Service.
 *
 * @param classPath finds a {@code rehydrate.yaml}
 * @param environment the environment variables
 * @param properties the system properties
 */
public record OptionSources(ClassLoader classPath, Map<String, String> environment, Properties properties) {

    /** The name of the file on the class path. */
    public static final String FILE = "rehydrate.yaml";

    /** Names the configuration file. */
    private static final String CONFIG = "config";

    /** Properties with our prefix that tests of this project read. */
    private static final Set<String> OF_TESTS = Set.of("seed");

    /** {@return the class path, the environment and the system properties of this process} */
    public static OptionSources ofThisProcess() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader own = Objects.requireNonNull(OptionSources.class.getClassLoader());
        return new OptionSources(context == null ? own : context, System.getenv(), System.getProperties());
    }

    /**
     * Reads one file, the environment and the system properties; the later ones win. The file is the given one; without it,
     * the one that {@code rehydrate.config} names; without that, the one on the class path.
     *
     * @param settings the settings that there are
     * @param file the file to read, or null
     * @return what they say, with all mistakes
     */
    public ChosenOptions read(SettingCatalog settings, @Nullable Path file) {
        ChosenOptions chosen = ChosenOptions.none();
        Path named = file == null ? named() : file;
        URL found = classPath.getResource(FILE);
        if (named != null) {
            new OptionsFile(named.toString(), settings, chosen).read(() -> Files.newInputStream(named));
        } else if (found != null) {
            new OptionsFile(found.toString(), settings, chosen).read(found::openStream);
        }
        Variables variables = new Variables(settings, chosen);
        new TreeMap<>(environment).forEach(variables::addVariable);
        properties.stringPropertyNames().stream()
                .sorted()
                .forEach(name -> variables.addProperty(name, properties.getProperty(name)));
        return chosen;
    }

    private @Nullable Path named() {
        String property = properties.getProperty(Variables.property(CONFIG));
        String name = property == null ? environment.get(Variables.variable(CONFIG)) : property;
        return name == null || name.isBlank() ? null : Path.of(name.strip());
    }

    private record Variables(SettingCatalog settings, ChosenOptions chosen) {

        private static final String ENVIRONMENT = "REHYDRATE_";
        private static final String PROPERTIES = "rehydrate.";

        static String variable(String name) {
            return ENVIRONMENT + name.toUpperCase(Locale.ROOT).replace('-', '_');
        }

        static String property(String name) {
            return PROPERTIES + name;
        }

        void addVariable(String name, String value) {
            if (name.startsWith(ENVIRONMENT) && !ServiceLinks.isOne(name, value)) {
                String bare = name.substring(ENVIRONMENT.length())
                        .toLowerCase(Locale.ROOT)
                        .replace('_', '-');
                add("environment variable ", name, value, bare, Variables::variable);
            }
        }

        void addProperty(String name, String value) {
            String bare = name.startsWith(PROPERTIES) ? name.substring(PROPERTIES.length()) : "";
            if (isOurs(bare)) {
                add("system property ", name, value, bare, Variables::property);
            }
        }

        /** A property with a further part belongs to another program, unless it is near one of ours with dots for dashes. */
        private boolean isOurs(String bare) {
            return !bare.isEmpty()
                    && !OF_TESTS.contains(bare)
                    && (!bare.contains(".") || near(bare).isPresent());
        }

        private Optional<String> near(String bare) {
            return NearestName.of(
                    bare,
                    Stream.concat(settings.names().stream(), Stream.of(CONFIG)).toList());
        }

        private void add(String kind, String name, String value, String bare, UnaryOperator<String> naming) {
            boolean exact = naming.apply(bare).equals(name);
            Optional<Setting<?>> setting = settings.named(bare).filter(known -> exact);
            if (setting.isPresent()) {
                chosen.take(setting.get(), value.strip(), kind + name);
            } else if (!exact || !bare.equals(CONFIG)) {
                chosen.refuseName(kind + name, name, near(bare).map(naming));
            }
        }
    }
}
