// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot;

import dev.rehydrate.settings.ChosenOptions;
import dev.rehydrate.settings.NearestName;
import dev.rehydrate.settings.Setting;
import dev.rehydrate.settings.SettingCatalog;
import java.net.URL;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.Environment;

/** What the application has set, with its mistakes, which are told when the store is opened. */
final class RehydrateSettings {

    private static final Logger LOG = LoggerFactory.getLogger(RehydrateSettings.class);
    private static final String FILE = "rehydrate.yaml";
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^{}]*}");

    private final GivenSettings given;
    /** Settings whose text names a property that is not set, with the first such name. */
    private final Map<String, String> unresolved;

    private final ChosenOptions own;
    private final ChosenOptions wide;

    private RehydrateSettings(GivenSettings given) {
        this.given = given;
        this.unresolved = unresolved(given.texts());
        this.own = chosen(StarterSettings.OWN);
        this.wide = chosen(StarterSettings.WIDE);
    }

    static RehydrateSettings of(Environment environment, ClassLoader classPath) {
        RehydrateSettings settings = new RehydrateSettings(GivenSettings.of(environment, StarterSettings.NAMES));
        settings.refuseUnresolved();
        settings.refuseOthers(classPath.getResource(FILE));
        return settings;
    }

    private static Map<String, String> unresolved(Map<String, String> texts) {
        Map<String, String> found = new LinkedHashMap<>();
        texts.forEach((name, text) -> {
            Matcher placeholder = PLACEHOLDER.matcher(text);
            if (placeholder.find()) {
                found.put(name, placeholder.group());
            }
        });
        // Any characters may be those of a password, and none of them may be shown.
        found.remove(StarterSettings.JDBC_PASSWORD.name());
        return found;
    }

    private ChosenOptions chosen(SettingCatalog catalog) {
        List<String> resolved = catalog.names().stream()
                .filter(name -> !unresolved.containsKey(name))
                .toList();
        return ChosenOptions.of(catalog, given.only(resolved), given::where);
    }

    /** Spring Boot binds a placeholder that it cannot resolve as it stands: {@code ${SHOP}} would be the name of the cluster. */
    private void refuseUnresolved() {
        unresolved.forEach((name, placeholder) -> own.refuse(
                given.where(name), "it contains " + placeholder + ", and no property or variable of that name is set"));
    }

    private void refuseOthers(@Nullable URL file) {
        for (String name : given.texts().keySet()) {
            if (name.equals(StarterSettings.SHUTDOWN_HOOK)) {
                own.refuse(given.where(name), "the application context closes the store; there is nothing to set");
            } else if (!StarterSettings.NAMES.contains(name)) {
                own.refuseName(given.where(name), name, NearestName.of(name, StarterSettings.NAMES));
            }
        }
        if (file != null) {
            own.refuse(
                    file.toString(),
                    "is not read in a Spring Boot application; move its lines under 'rehydrate:' in application.yaml");
        }
    }

    /**
     * Tells which store to open.
     *
     * @return the store that is named, or the one on the class path
     * @throws StartRefusedException if none can be told, or the name is none
     */
    StoreKind store() {
        boolean named = given.texts().containsKey(StarterSettings.STORE.name());
        if (!unresolved.isEmpty() || (named && !own.says(StarterSettings.STORE))) {
            // Told with all other mistakes: the class path has no answer to a name that is misspelt.
            requireUsable(wide.problems());
        }
        return own.get(StarterSettings.STORE).required();
    }

    /** {@return whether a member with write-behind is to be started, which needs a database} */
    boolean writesBehind() {
        Map<String, String> said = ofHazelcast();
        return "write-behind".equalsIgnoreCase(said.get("durability")) && !"client".equalsIgnoreCase(said.get("mode"));
    }

    /** Does something if a setting was set; otherwise its default stays that of the part that it is of. */
    <T> void ifSet(Setting<T> setting, Consumer<T> use) {
        if (own.says(setting)) {
            use.accept(own.get(setting));
        }
    }

    /** {@return whether a setting was set} */
    boolean sets(Setting<?> setting) {
        return own.says(setting);
    }

    /** {@return what was set, or the default} */
    <T> T get(Setting<T> setting) {
        return own.get(setting);
    }

    /** {@return the settings that every provider has, without mistakes} */
    ChosenOptions wide() {
        requireUsable(wide.problems());
        return wide;
    }

    /** {@return what store-hazelcast reads itself} */
    Map<String, String> ofHazelcast() {
        return given.only(Stream.of(StarterSettings.OF_HAZELCAST, StarterSettings.WIDE.names())
                .flatMap(List::stream)
                .toList());
    }

    String where(String name) {
        return given.where(name);
    }

    /**
     * Tells all mistakes at once.
     *
     * @param ofTheStore what the store has found
     */
    void requireUsable(List<String> ofTheStore) {
        List<String> problems = new ArrayList<>(own.problems());
        problems.addAll(ofTheStore);
        if (!problems.isEmpty()) {
            throw new StartRefusedException(
                    "The configuration cannot be used:\n  - " + String.join("\n  - ", problems),
                    "Correct what is named. docs/spring-boot.md and docs/configuration.md list all settings.");
        }
    }

    /** Refuses settings that would have no effect, where no test has put another store in the place of that of the application. */
    void refuse(List<String> names, String why) {
        given.only(names).keySet().forEach(name -> own.refuse(given.where(name), why + "; take it away"));
    }

    /** Logs what has no effect, as a cluster-name has none in a test with the memory store. */
    void logUnused(List<String> unused) {
        List<String> said =
                given.only(unused).keySet().stream().map(given::where).toList();
        if (!said.isEmpty()) {
            LOG.info("settings of another store are not used: store={} unused={}", store().word(), said);
        }
    }
}
