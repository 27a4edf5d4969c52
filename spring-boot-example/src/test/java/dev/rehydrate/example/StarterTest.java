// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.slot.EndRetention;
import dev.rehydrate.spring.boot.HostCustomizer;
import dev.rehydrate.spring.boot.RehydrateAutoConfiguration;
import dev.rehydrate.spring.boot.StartRefusedException;
import dev.rehydrate.spring.boot.StoreCustomizer;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreHealth;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.jdbc.JdbcInstanceStore;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class StarterTest {

    private static final String[] HAZELCAST_ON_ITS_OWN = {
        "rehydrate.store=hazelcast",
        "rehydrate.port=0",
        "rehydrate.cluster-name=starter-" + ProcessHandle.current().pid()
    };

    /** Under target; H2 may still be closing its file when a test has ended. */
    @TempDir(cleanup = CleanupMode.NEVER)
    private Path folder;

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RehydrateAutoConfiguration.class))
            .withBean("notes", WorkflowDefinition.class, () -> Notes.DEFINITION);

    @Test
    void theOnlyStoreOnTheClassPathIsTaken() {
        application
                .withClassLoader(new FilteredClassLoader(HazelcastInstanceStore.class, JdbcInstanceStore.class))
                .run(context -> {
                    assertThat(context).hasSingleBean(MemoryInstanceStore.class);
                    assertThat(context).hasSingleBean(WorkflowHost.class);
                });
    }

    @Test
    void theMemoryStoreIsNotTakenBesideAnother() {
        application
                .withClassLoader(new FilteredClassLoader(HazelcastInstanceStore.class))
                .withBean(DataSource.class, this::h2)
                .run(context -> assertThat(context).hasSingleBean(JdbcInstanceStore.class));
    }

    @Test
    void ofTwoStoresOneHasToBeNamed() {
        application.run(context -> assertThat(context.getStartupFailure())
                .rootCause()
                .isInstanceOf(StartRefusedException.class)
                .hasMessage(
                        "There are several stores on the class path: rehydrate-store-hazelcast and rehydrate-store-jdbc.")
                .satisfies(refused -> assertThat(((StartRefusedException) refused).action())
                        .isEqualTo("Set rehydrate.store to one of them: hazelcast or jdbc.")));
    }

    @Test
    void aStoreWhoseNameIsMisspeltIsNotOneOfTheClassPath() {
        application
                .withPropertyValues("rehydrate.store=hazelcas", "rehydrate.leese=30s")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining("store is hazelcast or jdbc or memory, not 'hazelcas'")
                        .hasMessageContaining("'leese' is not a setting; did you mean 'lease'?"));
    }

    @Test
    void whatIsNoUrlOfADatabaseIsToldWithoutShowingIt() {
        for (String url : new String[] {"", "postgres://anna:secret@db/app"}) {
            application
                    .withPropertyValues("rehydrate.store=jdbc", "rehydrate.jdbc.url=" + url)
                    .run(context -> assertThat(context.getStartupFailure())
                            .rootCause()
                            .isInstanceOf(StartRefusedException.class)
                            .hasMessageStartingWith("rehydrate.jdbc.url (\"rehydrate.jdbc.url\" from property source")
                            .hasMessageContaining("jdbc.url is a JDBC URL, and this")
                            .hasMessageNotContaining("secret"));
        }
    }

    @Test
    void aStoreThatIsNotThereIsNotTaken() {
        application
                .withClassLoader(new FilteredClassLoader(JdbcInstanceStore.class))
                .withPropertyValues("rehydrate.store=jdbc")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessage("rehydrate.store is jdbc, and rehydrate-store-jdbc is not on the class path."));
    }

    @Test
    void settingsOfTheClusterAreTheDocumentedOnes() {
        application
                .withPropertyValues(HAZELCAST_ON_ITS_OWN)
                .withPropertyValues("rehydrate.farm-size=2", "rehydrate.lease=45s")
                .run(context -> {
                    StoreHealth health =
                            context.getBean(InstanceStore.class).health().get();
                    assertThat(health.reasons())
                            .anySatisfy(reason -> assertThat(reason).contains("2"));
                    assertThat(health.status()).isEqualTo(StoreHealth.Status.DEGRADED);
                });
    }

    @Test
    void settingsOfTheDatabaseAreTheStarters() {
        application
                .withPropertyValues(
                        "rehydrate.store=jdbc",
                        "rehydrate.jdbc.url=jdbc:h2:file:" + folder.resolve("own"),
                        "rehydrate.jdbc.schema=farm",
                        "rehydrate.jdbc.migration=validate")
                .run(context -> assertThat(context.getStartupFailure())
                        .hasStackTraceContaining("The store cannot be opened (rehydrate.store is jdbc)")
                        .hasStackTraceContaining("farm"));
    }

    @Test
    void settingsOfADatabaseAreRefusedWhereTheyWouldBeIgnored() {
        application
                .withPropertyValues(
                        "rehydrate.store=hazelcast", "rehydrate.jdbc.schema=farm", "rehydrate.jdbc.user=anna")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(StartRefusedException.class)
                        .hasMessageContaining("rehydrate.jdbc.schema")
                        .hasMessageContaining("rehydrate.jdbc.user")
                        .hasMessageContaining("is of store-jdbc, and the store is hazelcast; take it away"));
        application
                .withBean(DataSource.class, this::h2)
                .withPropertyValues("rehydrate.store=jdbc", "rehydrate.jdbc.password=secret")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(StartRefusedException.class)
                        .hasMessageContaining("rehydrate.jdbc.password")
                        .hasMessageContaining("goes with jdbc.url, which is not set")
                        .hasMessageNotContaining("secret"));
    }

    @Test
    void aPasswordIsTakenWithTheBlanksAroundIt() throws SQLException {
        String url = "jdbc:h2:file:" + folder.resolve("password");
        DriverManager.getConnection(url, "me", " se cret ").close();

        application
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new MapPropertySource(
                                "given",
                                Map.of(
                                        "rehydrate.store", "jdbc",
                                        "rehydrate.jdbc.url", url,
                                        "rehydrate.jdbc.user", " me ",
                                        "rehydrate.jdbc.password", " se cret "))))
                .run(context -> assertThat(context).hasSingleBean(JdbcInstanceStore.class));
    }

    @Test
    void everyMistakeIsToldAtOnceWithItsKeyAndPlace() {
        application
                .withPropertyValues(
                        "rehydrate.store=hazelcast",
                        "rehydrate.backup-cuont=2",
                        "rehydrate.lease=30",
                        "rehydrate.cluster.name=dots",
                        "rehydrate.host.max-turns=many",
                        "rehydrate.shutdown-hook=true")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(StartRefusedException.class)
                        .hasMessageContaining(
                                "rehydrate.backup-cuont (\"rehydrate.backup-cuont\" from property source \"test\"):"
                                        + " 'backup-cuont' is not a setting; did you mean 'backup-count'?")
                        .hasMessageContaining("lease is a time from 1s to 3650d, not '30': it has no unit")
                        .hasMessageContaining("'cluster.name' is not a setting; did you mean 'cluster-name'?")
                        .hasMessageContaining("host.max-turns is a whole number from 1 to 1000000, not 'many'")
                        .hasMessageContaining("shutdown-hook")
                        .hasMessageContaining("the application context closes the store"));
    }

    @Test
    void aListIsReadAsAListAndAsOneText() {
        for (String[] members : new String[][] {
            {"rehydrate.members=127.0.0.1:x, 127.0.0.1:y"},
            {"rehydrate.members[0]=127.0.0.1:x", "rehydrate.members[1]=127.0.0.1:y"}
        }) {
            application
                    .withPropertyValues("rehydrate.store=hazelcast")
                    .withPropertyValues(members)
                    .run(context -> assertThat(context.getStartupFailure())
                            .rootCause()
                            .hasMessageContaining("rehydrate.members (")
                            .hasMessageContaining("'127.0.0.1:x' is neither"));
        }
    }

    @Test
    void aListWinsOverTheTextOfASourceOfLessWeight() {
        application
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addLast(new MapPropertySource("base", Map.of("rehydrate.members", "127.0.0.1:x"))))
                .withPropertyValues("rehydrate.store=hazelcast", "rehydrate.members[0]=127.0.0.1:y")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining("'127.0.0.1:y' is neither")
                        .hasMessageNotContaining("127.0.0.1:x"));
    }

    @Test
    void environmentVariablesHaveTheirDocumentedNames() {
        application
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource(
                                "test-systemEnvironment",
                                Map.of(
                                        "REHYDRATE_STORE", "memory",
                                        "REHYDRATE_MEMORY_RETENTION", "5m",
                                        "REHYDRATE_HOST_TIME_TO_UNLOAD", "soon"))))
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining("memory-retention is a time from 10m to 3650d, not '5m'")
                        .hasMessageContaining("host.time-to-unload is a time from 0s to 3650d, or never, not 'soon'"));
    }

    @Test
    void aNameOfTheHostIsOneLine() {
        for (String name : new String[] {"two\nlines", " ", "bell\u0007"}) {
            application
                    .withInitializer(context -> context.getEnvironment()
                            .getPropertySources()
                            .addFirst(new MapPropertySource("own", Map.of("rehydrate.host.node", name))))
                    .withPropertyValues("rehydrate.store=memory")
                    .run(context -> assertThat(context.getStartupFailure())
                            .as(name)
                            .rootCause()
                            .isInstanceOf(StartRefusedException.class)
                            .hasMessageContaining(
                                    "rehydrate.host.node (\"rehydrate.host.node\" from property source \"own\")")
                            .hasMessageContaining("host.node is one line of 1 to 200 characters, not "));
        }
    }

    @Test
    void aPlaceholderThatNothingDefinesIsNoName() {
        for (String name : new String[] {"host.type", "cluster-name", "store", "jdbc.url", "members[0]", "port"}) {
            application
                    .withPropertyValues("rehydrate.store=hazelcast", "rehydrate.lease=30")
                    .withPropertyValues("rehydrate." + name + "=anna:secret@${NOT_SET_ANYWHERE}")
                    .run(context -> assertThat(context.getStartupFailure())
                            .as(name)
                            .rootCause()
                            .isInstanceOf(StartRefusedException.class)
                            .hasMessageContaining("rehydrate." + name.replace("[0]", "") + " (")
                            .hasMessageContaining("it contains ${NOT_SET_ANYWHERE}, and no property or variable of"
                                    + " that name is set")
                            .hasMessageContaining("lease is a time")
                            .hasMessageNotContaining("secret"));
        }
        application
                .withPropertyValues(
                        "rehydrate.store=memory", "shop=books", "rehydrate.host.type=${shop}-${NOT_SET_ANYWHERE:1}")
                .run(context -> assertThat(hostTypes(context)).contains("books-1"));
    }

    private static List<String> hostTypes(AssertableApplicationContext context) {
        return context.getBean(InstanceStore.class).inspection().owners().join().stream()
                .map(owner -> owner.description().hostType())
                .toList();
    }

    @Test
    void theHostHasTheTypeThatIsSet() {
        application
                .withPropertyValues("rehydrate.store=memory", "rehydrate.host.type=notes")
                .run(context -> assertThat(hostTypes(context)).contains("notes"));
    }

    @Test
    void aTypeThatACustomizerSaysTooIsRefused() {
        application
                .withPropertyValues("rehydrate.store=memory", "rehydrate.host.type=notes")
                .withBean(HostCustomizer.class, () -> host -> host.owner(OwnerDescription.ofType("others")))
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining("the host type is said twice, by hostType(\"notes\") and by owner(...)"));
    }

    @Test
    void variablesOfAServiceNamedRehydrateAreNoSettings() {
        application
                .withPropertyValues("rehydrate.store=hazelcast", "rehydrate.port=0")
                .withPropertyValues("rehydrate.cluster-name=service-"
                        + ProcessHandle.current().pid())
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource(
                                "test-systemEnvironment",
                                Map.of(
                                        "REHYDRATE_PORT", "tcp://10.96.0.12:5701",
                                        "REHYDRATE_SERVICE_HOST", "10.96.0.12",
                                        "REHYDRATE_PORT_5701_TCP_ADDR", "10.96.0.12"))))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(HazelcastInstanceStore.class));
    }

    @Test
    void beansOfTheApplicationAreUsed() {
        AtomicReference<EndRetention> retention = new AtomicReference<>();
        ValueEncoding values =
                ValueEncoding.with(JacksonCodec.builder().schemaVersion(7).build());
        application
                .withPropertyValues("rehydrate.store=memory", "spring.application.name=notes")
                .withBean(ValueEncoding.class, () -> values)
                .withBean(StoreCustomizer.class, () -> options -> {
                    StoreOptions kept = options.withEndRetention(EndRetention.NEVER.ofCompleted(Duration.ofDays(9)));
                    retention.set(kept.endRetention());
                    return kept;
                })
                .withBean(HostCustomizer.class, () -> host -> host.timeToUnload(Duration.ZERO))
                .run(context -> {
                    WorkflowHost host = context.getBean(WorkflowHost.class);
                    host.call(Notes.WRITE, new Notes.Write("n", "one"));

                    assertThat(host.instancesInMemory()).isZero();
                    assertThat(retention.get().toString()).contains("216H");
                    assertThat(context.getBean(InstanceStore.class).values()).isSameAs(values);
                });
    }

    @Test
    void anApplicationWithoutDefinitionsHasAStoreAndNoHost() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RehydrateAutoConfiguration.class))
                .withPropertyValues("rehydrate.store=memory")
                .run(context -> {
                    assertThat(context).hasSingleBean(InstanceStore.class);
                    assertThat(context).doesNotHaveBean(WorkflowHost.class);
                });
    }

    @Test
    void theEndOfTheContextSavesAndClosesTheStore() {
        AtomicReference<InstanceStore> store = new AtomicReference<>();
        application
                .withPropertyValues("rehydrate.store=memory")
                .run(context -> store.set(context.getBean(InstanceStore.class)));

        assertThat(store.get().health())
                .isCompletedWithValueMatching(health -> health.status() == StoreHealth.Status.DOWN);
    }

    @Test
    void aMemberWithWriteBehindCopiesItsNotesToTheDatabaseOfTheApplication() {
        ApplicationContextRunner member = application
                .withBean(DataSource.class, this::h2)
                .withPropertyValues(HAZELCAST_ON_ITS_OWN)
                .withPropertyValues(
                        "rehydrate.durability=write-behind",
                        "rehydrate.jdbc.write-behind-delay=1h",
                        "rehydrate.jdbc.allow-not-durable=true");
        member.run(context -> {
            assertThat(context).hasNotFailed().hasSingleBean(HazelcastInstanceStore.class);
            assertThat(context.getBean(InstanceStore.class)
                            .health()
                            .get()
                            .facts()
                            .engine()
                            .durability())
                    .isEqualTo("write-behind");
            context.getBean(WorkflowHost.class).call(Notes.WRITE, new Notes.Write("n", "one"));
        });

        member.run(context -> assertThat(context.getBean(WorkflowHost.class)
                        .call(Notes.WRITE, new Notes.Write("n", "two"))
                        .replyOrThrow()
                        .reply())
                .isEqualTo(2));
    }

    @Test
    void aMemberWithWriteBehindNeedsADatabaseAndTheStoreOfIt() {
        ApplicationContextRunner member = application
                .withPropertyValues(HAZELCAST_ON_ITS_OWN)
                .withPropertyValues("rehydrate.durability=write-behind");
        member.run(context -> assertThat(context.getStartupFailure())
                .rootCause()
                .hasMessage("There is no database for the store: neither rehydrate.jdbc.url nor one DataSource bean."));
        member.withClassLoader(new FilteredClassLoader(JdbcInstanceStore.class))
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessage("rehydrate.durability is write-behind, and rehydrate-store-jdbc is not on the class"
                                + " path."));
    }

    @Test
    void aDatabaseInMemoryThatNoSettingNamesIsToldByWhatIsNotSet() {
        JdbcDataSource made = new JdbcDataSource();
        made.setURL("jdbc:h2:mem:made-by-boot");
        ApplicationContextRunner store =
                application.withBean(DataSource.class, () -> made).withPropertyValues("rehydrate.store=jdbc");

        store.run(context -> assertThat(refusal(context).action())
                .startsWith("Set spring.datasource.url, or rehydrate.jdbc.url: neither is set"));
        store.withPropertyValues("spring.datasource.url=jdbc:h2:mem:made-by-boot")
                .run(context ->
                        assertThat(refusal(context).action()).isEqualTo("Correct what is named; nothing was started."));
    }

    private static StartRefusedException refusal(AssertableApplicationContext context) {
        for (Throwable each = context.getStartupFailure(); each != null; each = each.getCause()) {
            if (each instanceof StartRefusedException refused) {
                assertThat(refused).hasMessageContaining("the database is in memory");
                return refused;
            }
        }
        throw new AssertionError("it has started, or failed otherwise", context.getStartupFailure());
    }

    @Test
    void settingsThatWouldHaveNoEffectWithOrWithoutWriteBehindAreRefused() {
        application
                .withBean(DataSource.class, this::h2)
                .withPropertyValues(HAZELCAST_ON_ITS_OWN)
                .withPropertyValues(
                        "rehydrate.durability=write-behind", "rehydrate.jdbc.lanes=2", "rehydrate.jdbc.user=anna")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining("rehydrate.jdbc.lanes")
                        .hasMessageContaining("with write-behind, members do; take it away")
                        .hasMessageContaining("rehydrate.jdbc.user"));
        application
                .withBean(DataSource.class, this::h2)
                .withPropertyValues("rehydrate.store=jdbc", "rehydrate.jdbc.write-behind-delay=2s")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining("rehydrate.jdbc.write-behind-delay")
                        .hasMessageContaining("is of members with durability=write-behind"));
    }

    private DataSource h2() {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:file:" + folder.resolve("bean") + ";MAX_COMPACT_TIME=0");
        source.setUser("sa");
        return source;
    }
}
