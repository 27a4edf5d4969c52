// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.command.LoadInstanceByKey;
import dev.rehydrate.command.LoadMode;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.spring.boot.RehydrateAutoConfiguration;
import dev.rehydrate.spring.boot.StartRefusedException;
import dev.rehydrate.spring.boot.StoreCustomizer;
import dev.rehydrate.store.InstanceStore;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Beans of the application that concern its store. */
class StoreBeansTest {

    private static final InstanceKey KEY = InstanceKey.of("notes", "n");

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RehydrateAutoConfiguration.class))
            .withBean("notes", WorkflowDefinition.class, () -> Notes.DEFINITION)
            .withPropertyValues(
                    "rehydrate.port=0",
                    "rehydrate.cluster-name=beans-" + ProcessHandle.current().pid());

    private static ValueEncoding json(int schemaVersion) {
        return ValueEncoding.with(
                JacksonCodec.builder().schemaVersion(schemaVersion).build());
    }

    private static Duration idleTtl(AssertableApplicationContext context) {
        InstanceStore store = context.getBean(InstanceStore.class);
        store.instances("Note", String.class).create(KEY, "one");
        InstanceHeader header = store.commands()
                .execute(LoadInstanceByKey.of(KEY, LoadMode.peek()))
                .loaded()
                .orElseThrow()
                .header();
        return Duration.between(header.updatedAt(), Objects.requireNonNull(header.expiresAt()));
    }

    @Test
    void whatACustomizerSaysHoldsWhereNothingIsSetByName() {
        ValueEncoding values = json(7);
        for (String store : new String[] {"memory", "hazelcast"}) {
            application
                    .withPropertyValues("rehydrate.store=" + store)
                    .withBean(
                            StoreCustomizer.class,
                            () -> options -> options.withValues(values).withDefaultIdleTtl(Duration.ofDays(9)))
                    .run(context -> {
                        assertThat(idleTtl(context)).isEqualTo(Duration.ofDays(9));
                        ValueEncoding used =
                                context.getBean(InstanceStore.class).values();
                        assertThat(used.describe(used.encode(new Note(List.of("one"))))
                                        .schemaVersion())
                                .isEqualTo(7);
                    });
        }
    }

    @Test
    void whatIsSetByNameOverrulesACustomizer() {
        application
                .withPropertyValues("rehydrate.store=memory", "rehydrate.idle-ttl=8d")
                .withBean(StoreCustomizer.class, () -> options -> options.withDefaultIdleTtl(Duration.ofDays(9)))
                .run(context -> assertThat(idleTtl(context)).isEqualTo(Duration.ofDays(8)));
    }

    @Test
    void ofTwoEncodingsOneHasToBePrimary() {
        ApplicationContextRunner two = application
                .withPropertyValues("rehydrate.store=memory")
                .withBean("plain", ValueEncoding.class, () -> json(1));

        two.withBean("encrypted", ValueEncoding.class, () -> json(2))
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(StartRefusedException.class)
                        .hasMessage("There are several beans of type ValueEncoding, and none of them is @Primary."));
        two.withBean("encrypted", ValueEncoding.class, () -> json(2), bean -> bean.setPrimary(true))
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void aThresholdOfAnEncodingThatIsMadeInCodeIsRefused() {
        application
                .withPropertyValues("rehydrate.store=memory", "rehydrate.compression-threshold=1KiB")
                .withBean(ValueEncoding.class, () -> json(1))
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(StartRefusedException.class)
                        .hasMessageStartingWith("compression-threshold=1KiB (rehydrate.compression-threshold (")
                        .hasMessageEndingWith(" has no effect on an encoding that is made in code."));
    }
}
