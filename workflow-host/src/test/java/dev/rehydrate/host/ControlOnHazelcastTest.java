// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import static dev.rehydrate.host.Docs.edit;
import static dev.rehydrate.host.Farm.reply;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.codec.ValueEncoding;
import dev.rehydrate.codec.jackson.JacksonCodec;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.store.hazelcast.HazelcastInstanceStore;
import dev.rehydrate.store.hazelcast.HazelcastStoreOptions;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An administrator on one member, and a host on another that has the instance in memory. */
final class ControlOnHazelcastTest {

    private static final InstanceId ID = Docs.home("42");

    private final String cluster = "control-" + UUID.randomUUID();
    private final HazelcastInstanceStore first = member(List.of());
    private final HazelcastInstanceStore second = member(first.members());
    private final WorkflowHost holder = host(first, "holder");
    private final WorkflowHost other = host(second, "other");
    private final InstanceControl control = other.control();

    private HazelcastInstanceStore member(List<String> others) {
        return HazelcastInstanceStore.startMember(HazelcastStoreOptions.builder()
                .clusterName(cluster)
                .port(0)
                .members(others)
                .values(ValueEncoding.with(JacksonCodec.builder().build()))
                .build());
    }

    private static WorkflowHost host(HazelcastInstanceStore store, String node) {
        return WorkflowHost.builder(store)
                .node(node)
                .definition(Docs.DEFINITION)
                .start();
    }

    @AfterEach
    void close() {
        other.close();
        holder.close();
        second.close();
        first.close();
    }

    private InstanceHeader header() {
        return control.inspect(ID).orElseThrow().header();
    }

    @Test
    void anInstanceInTheMemoryOfAnotherMemberIsReleasedSuspendedResumedAndEnded() {
        holder.call(Docs.CREATE, edit("42", "a"));
        assertThat(header().holder()).isEqualTo(holder.owner().orElseThrow());

        assertThat(control.forceRelease(ID)).isEqualTo(ControlResult.DONE);
        assertThat(header().holder()).isNull();
        assertThat(reply(holder.call(Docs.UPDATE, edit("42", "b")))).isEqualTo("a b");

        assertThat(control.suspend(ID, "audit")).isEqualTo(ControlResult.DONE);
        assertThat(holder.call(Docs.UPDATE, edit("42", "c"))).isInstanceOf(CallOutcome.Suspended.class);
        assertThat(control.resume(ID)).isEqualTo(ControlResult.DONE);
        assertThat(reply(holder.call(Docs.UPDATE, edit("42", "d")))).isEqualTo("a b d");

        assertThat(control.terminate(ID, "no use")).isEqualTo(ControlResult.DONE);
        assertThat(holder.call(Docs.UPDATE, edit("42", "e"))).isInstanceOf(CallOutcome.UnknownInstance.class);
        assertThat(control.completeAll("Document")).isEqualTo(new BulkCompletionResult(0, 0));
    }
}
