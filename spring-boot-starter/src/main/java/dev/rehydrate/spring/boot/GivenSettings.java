// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot;

import dev.rehydrate.settings.ServiceLinks;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.core.env.Environment;

/**
 * What the environment of the application says under {@code rehydrate}, whatever it was said in: files, profiles, variables,
 * properties, arguments.
 *
 * @param texts the texts of settings, by name
 * @param places where each was said, for people
 */
record GivenSettings(Map<String, String> texts, Map<String, String> places) {

    private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("rehydrate");

    /** A property with our prefix that tests of this project read. */
    private static final ConfigurationPropertyName OF_TESTS = ROOT.append("seed");

    /** Names only: a password is among the texts. */
    @Override
    public String toString() {
        return "GivenSettings" + texts.keySet();
    }

    static GivenSettings of(Environment environment, Collection<String> settings) {
        GivenSettings given = new GivenSettings(new LinkedHashMap<>(), new TreeMap<>());
        List<ConfigurationPropertySource> sources = sources(environment);
        Binder binder = new Binder(sources, new PropertySourcesPlaceholdersResolver(environment));
        for (ConfigurationPropertyName found : names(sources)) {
            String said = found.subName(ROOT.getNumberOfElements()).toString();
            String known = known(said, settings);
            // What only looks like a known name, such as cluster.name in a file, is not found under that name.
            if (known == null || !given.take(binder, known, ROOT.append(known))) {
                given.take(binder, said, found);
            }
        }
        return given;
    }

    private boolean take(Binder binder, String name, ConfigurationPropertyName full) {
        Place place = new Place();
        // A list is looked for source by source; as a text first, it would lose to a text in a source of less weight.
        String text = StarterSettings.LISTS.contains(name)
                ? list(binder, full, place)
                : binder.bind(full, Bindable.of(String.class), place).orElseGet(() -> list(binder, full, place));
        if (text != null) {
            texts.put(name, text);
            places.put(name, place.text(name));
        }
        return text != null;
    }

    private static @Nullable String list(Binder binder, ConfigurationPropertyName full, Place place) {
        return binder.bind(full, Bindable.listOf(String.class), place)
                .map(items -> String.join(",", items))
                .orElse(null);
    }

    /** Says where a setting was said. */
    String where(String name) {
        return Objects.toString(places.get(name), name);
    }

    /** The texts of those settings only. */
    Map<String, String> only(Collection<String> names) {
        return texts.entrySet().stream()
                .filter(each -> names.contains(each.getKey()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, LinkedHashMap::new));
    }

    /** What Kubernetes says of a Service named rehydrate has the prefix of the settings and is none: where it is a source has nothing. */
    private static List<ConfigurationPropertySource> sources(Environment environment) {
        List<ConfigurationPropertySource> sources = new ArrayList<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            sources.add(source.filter(
                    name -> !ROOT.isAncestorOf(name) || !isServiceLink(source.getConfigurationProperty(name))));
        }
        return sources;
    }

    private static boolean isServiceLink(@Nullable ConfigurationProperty found) {
        return found != null
                && found.getOrigin() instanceof PropertySourceOrigin origin
                && ServiceLinks.isOne(origin.getPropertyName(), String.valueOf(found.getValue()));
    }

    private static Set<ConfigurationPropertyName> names(List<ConfigurationPropertySource> sources) {
        Set<ConfigurationPropertyName> names = new TreeSet<>();
        for (ConfigurationPropertySource source : sources) {
            if (source instanceof IterableConfigurationPropertySource known) {
                known.stream()
                        .filter(ROOT::isAncestorOf)
                        .map(GivenSettings::ofTheList)
                        .filter(name -> !OF_TESTS.equals(name))
                        .forEach(names::add);
            }
        }
        return names;
    }

    private static ConfigurationPropertyName ofTheList(ConfigurationPropertyName item) {
        return item.isLastElementIndexed() ? ofTheList(item.getParent()) : item;
    }

    /** The setting that is meant: Spring Boot takes {@code clusterName} and {@code CLUSTER_NAME} for the same. */
    private static @Nullable String known(String said, Collection<String> settings) {
        return settings.stream()
                .filter(name -> letters(name).equals(letters(said)))
                .findFirst()
                .orElse(null);
    }

    private static String letters(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    }

    /** Remembers where Spring Boot has found the value that it bound. */
    private static final class Place implements BindHandler {

        private @Nullable Origin origin;

        @Override
        public Object onSuccess(
                ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
            ConfigurationProperty property = context.getConfigurationProperty();
            if (origin == null && property != null) {
                origin = property.getOrigin();
            }
            return result;
        }

        String text(String name) {
            return origin == null ? ROOT + "." + name : ROOT + "." + name + " (" + origin + ")";
        }
    }
}
