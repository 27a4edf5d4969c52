// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Settings in the environment of the process and in system properties. Names with our prefix are taken for ours. */
final class OptionVariables {

    /** Names the configuration file. */
    static final String CONFIG = "config";

    private static final String ENVIRONMENT = "REHYDRATE_";
    private static final String PROPERTIES = "rehydrate.";

    /** Properties with our prefix that tests of this project read. */
    private static final Set<String> OF_TESTS = Set.of("seed");

    private static final List<String> KNOWN =
            Stream.concat(Setting.NAMES.stream(), Stream.of(CONFIG)).toList();

    private final String kind;
    private final UnaryOperator<String> naming;
    private final OptionSource source = new OptionSource();

    private OptionVariables(String kind, UnaryOperator<String> naming) {
        this.kind = kind;
        this.naming = naming;
    }

    static OptionSource environment(Map<String, String> environment) {
        OptionVariables variables = new OptionVariables("environment variable ", OptionVariables::variable);
        new TreeMap<>(environment).forEach((name, value) -> {
            if (name.startsWith(ENVIRONMENT)) {
                String bare = name.substring(ENVIRONMENT.length());
                variables.add(name, bare.toLowerCase(Locale.ROOT).replace('_', '-'), value);
            }
        });
        return variables.source;
    }

    static OptionSource properties(Properties properties) {
        OptionVariables variables = new OptionVariables("system property ", OptionVariables::property);
        properties.stringPropertyNames().stream().sorted().forEach(name -> {
            String bare = name.startsWith(PROPERTIES) ? name.substring(PROPERTIES.length()) : "";
            if (isOurs(bare)) {
                variables.add(name, bare, properties.getProperty(name));
            }
        });
        return variables.source;
    }

    /** A further part makes it somebody else's, unless it looks like one of ours with dots for dashes. */
    private static boolean isOurs(String bare) {
        return !bare.isEmpty()
                && !OF_TESTS.contains(bare)
                && (!bare.contains(".") || NearestName.of(bare, KNOWN).isPresent());
    }

    private void add(String name, String bare, String value) {
        Optional<Setting<?>> setting =
                Setting.named(bare).filter(known -> naming.apply(bare).equals(name));
        if (setting.isPresent()) {
            source.add(setting.get(), new OptionSource.Entry(value.strip(), false, kind + name));
        } else if (!naming.apply(CONFIG).equals(name)) {
            source.addUnknown(kind + name, name, NearestName.of(bare, KNOWN).map(naming));
        }
    }

    static String variable(String name) {
        return ENVIRONMENT + name.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    static String property(String name) {
        return PROPERTIES + name;
    }
}
