// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.settings.ChosenOptions;
import dev.rehydrate.settings.StoreWideSettings;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreListener;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.time.TimeSource;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.env.Environment;

/** Opens the store of an application, with the beans that concern it. */
final class StoreStart {

    /** What values are as long as the application says nothing of them. */
    private static final ValueEncoding UNSAID = ValueEncoding.simpleTypes();

    private final RehydrateSettings settings;
    private final BeanFactory beans;

    StoreStart(RehydrateSettings settings, BeanFactory beans) {
        this.settings = settings;
        this.beans = beans;
    }

    /**
     * Opens it.
     *
     * @throws StartRefusedException if it cannot be opened as it is wanted; says what to do
     */
    InstanceStore open() {
        StoreKind kind = settings.store();
        try {
            return switch (kind) {
                case HAZELCAST -> settings.writesBehind() ? writingBehind() : hazelcast();
                case JDBC -> jdbc();
                case MEMORY -> opened((ignored, source, options) -> MemoryStart.open(options));
            };
        } catch (StartRefusedException refused) {
            throw refused;
        } catch (IllegalStateException | IllegalArgumentException notOpened) {
            throw new StartRefusedException(
                    "The store cannot be opened (rehydrate.store is " + kind.word() + "): " + notOpened.getMessage(),
                    isOfNoUrl(notOpened)
                            ? "Set spring.datasource.url, or rehydrate.jdbc.url: neither is set, and without the first Spring"
                                    + " Boot makes a DataSource for a new database in memory. Nothing was started."
                            : "Correct what is named; nothing was started.",
                    notOpened);
        }
    }

    /** Whether the database is one in memory that no person has named, as Spring Boot makes it if H2 is on the class path. */
    private boolean isOfNoUrl(Exception notOpened) {
        return String.valueOf(notOpened.getMessage()).contains("the database is in memory")
                && !settings.sets(StarterSettings.JDBC_URL)
                && !beans.getBean(Environment.class).containsProperty("spring.datasource.url");
    }

    private InstanceStore hazelcast() {
        settings.refuse(StarterSettings.OF_JDBC, "is of store-jdbc, and the store is hazelcast");
        StoreOptions base = base();
        return HazelcastStart.open(settings, values(base), base);
    }

    private InstanceStore writingBehind() {
        StoreKind.JDBC.requiredBy("rehydrate.durability is write-behind");
        settings.refuse(
                StarterSettings.OF_JDBC_STORE, "is of commands that a database answers; with write-behind, members do");
        refuseUserWithoutUrl();
        StoreOptions base = base();
        return WriteBehindStart.open(settings, HazelcastStart.options(settings, values(base), base), source());
    }

    private InstanceStore jdbc() {
        settings.refuse(
                StarterSettings.OF_WRITE_BEHIND, "is of members with durability=write-behind, and the store is jdbc");
        refuseUserWithoutUrl();
        return opened(JdbcStart::open);
    }

    private void refuseUserWithoutUrl() {
        if (!settings.sets(StarterSettings.JDBC_URL)) {
            settings.refuse(
                    StarterSettings.OF_JDBC_URL,
                    "goes with jdbc.url, which is not set: the database is the DataSource of the application");
        }
    }

    /** Opens a store that reads no settings by name itself. */
    private interface Opener {
        InstanceStore open(RehydrateSettings settings, @Nullable DataSource source, StoreOptions options);
    }

    private InstanceStore opened(Opener opener) {
        ChosenOptions wide = settings.wide();
        settings.logUnused(StarterSettings.OF_HAZELCAST);
        if (settings.store() == StoreKind.MEMORY) {
            settings.logUnused(StarterSettings.OF_JDBC);
        }
        StoreOptions base = base();
        StoreOptions options = StoreWideSettings.options(wide, encoding(wide, base), base);
        return opener.open(settings, source(), options);
    }

    private @Nullable DataSource source() {
        return beans.getBeanProvider(DataSource.class).getIfUnique();
    }

    private static @Nullable ValueEncoding values(StoreOptions base) {
        return base.values() == UNSAID ? null : base.values();
    }

    private static ValueEncoding encoding(ChosenOptions wide, StoreOptions base) {
        ValueEncoding given = values(base);
        if (given == null) {
            return StoreWideSettings.encoding(wide, StoreStart::json);
        }
        if (wide.says(StoreWideSettings.COMPRESSION_THRESHOLD)) {
            throw new StartRefusedException(
                    wide.cite(StoreWideSettings.COMPRESSION_THRESHOLD)
                            + " has no effect on an encoding that is made in code.",
                    "Set it there, with compressFrom of the builder of ValueEncoding, and take the setting away.");
        }
        return wide.says(StoreWideSettings.PAYLOAD_LIMIT)
                ? given.limitedTo(wide.get(StoreWideSettings.PAYLOAD_LIMIT))
                : given;
    }

    /** The codec of an application that brings none. */
    static ValueEncoding.Builder json(ValueEncoding.Builder encoding) {
        return encoding.writeWith(JacksonCodec.builder().build());
    }

    /** What the application says in code. */
    private StoreOptions base() {
        StoreOptions options = StoreOptions.defaults().withValues(valuesOfBeans());
        TimeSource time = OneBean.of(beans, TimeSource.class, "the store shall tell the time");
        if (time != null) {
            options = options.withTime(time);
        }
        for (StoreListener listener : inOrder(StoreListener.class)) {
            options = options.withListener(listener);
        }
        for (StoreCustomizer customizer : inOrder(StoreCustomizer.class)) {
            options = customizer.customize(options);
        }
        return options;
    }

    private ValueEncoding valuesOfBeans() {
        ValueEncoding one = OneBean.of(beans, ValueEncoding.class, "the store shall write");
        return one == null ? UNSAID : one;
    }

    private <T> List<T> inOrder(Class<T> type) {
        return beans.getBeanProvider(type).orderedStream().toList();
    }
}
