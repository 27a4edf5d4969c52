// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.host.HostStoppedException;
import dev.rehydrate.host.WorkflowDefinition;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.spring.boot.RehydrateAutoConfiguration;
import dev.rehydrate.spring.boot.RehydrateHealthAutoConfiguration;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.store.StoreOptions;
import dev.rehydrate.store.memory.MemoryInstanceStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application that makes its stores and hosts itself. */
class SeveralHostsTest {

    @Test
    void anApplicationMayHaveSeveralStoresAndHostsOfItsOwn() {
        List<WorkflowHost> hosts = new ArrayList<>();
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(RehydrateAutoConfiguration.class, RehydrateHealthAutoConfiguration.class))
                .withBean("notes", WorkflowDefinition.class, () -> Notes.DEFINITION)
                .withBean("oneStore", InstanceStore.class, SeveralHostsTest::store)
                .withBean("otherStore", InstanceStore.class, SeveralHostsTest::store)
                .withUserConfiguration(TwoHosts.class)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    hosts.addAll(context.getBeansOfType(WorkflowHost.class).values());
                    hosts.forEach(host -> host.call(Notes.WRITE, new Notes.Write("n", "one")));
                });

        assertThat(hosts)
                .hasSize(2)
                .allSatisfy(host -> assertThatThrownBy(() -> host.call(Notes.WRITE, new Notes.Write("n", "two")))
                        .isInstanceOf(HostStoppedException.class));
    }

    private static InstanceStore store() {
        return MemoryInstanceStore.open(StoreOptions.defaults()
                .withValues(ValueEncoding.with(JacksonCodec.builder().build())));
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoHosts {

        @Bean
        WorkflowHost one(@Qualifier("oneStore") InstanceStore store, WorkflowDefinition<?> notes) {
            return WorkflowHost.builder(store).definition(notes).node("one").start();
        }

        @Bean
        WorkflowHost other(@Qualifier("otherStore") InstanceStore store, WorkflowDefinition<?> notes) {
            return WorkflowHost.builder(store).definition(notes).node("other").start();
        }
    }
}
