// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.rehydrate.cli.CommandLineRun.Shell;
import dev.rehydrate.console.FaultGallery;
import dev.rehydrate.console.FaultGallery.Stuck;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.operations.diagnosis.Finding.Cause;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Of each instance that is stuck, the command line names the same cause and the same remedy as the page. */
class FaultGalleryCommandTest {

    private final FaultGallery gallery = new FaultGallery();
    private final Shell shell = Shell.of((target, options) -> gallery.open(options), new PassingTime(gallery.time));

    @AfterEach
    void close() {
        gallery.close();
    }

    static List<Stuck> stuck() {
        return FaultGallery.stuck();
    }

    @ParameterizedTest
    @MethodSource("stuck")
    void showNamesCauseAndRemedy(Stuck stuck) {
        InstanceId id = stuck.prepared().apply(gallery);

        CommandLineRun shown = shell.run("instances", "show", id.toString());
        CommandLineRun json = shell.run("instances", "show", id.toString(), "--json");

        assertThat(shown.code()).as(shown.err()).isZero();
        assertThat(shown.out()).contains("! " + stuck.cause(), stuck.explained(), stuck.remedy());
        JsonNode finding = null;
        for (JsonNode each : json.json().get(0).path("findings")) {
            finding = each.path("cause").asText().equals(stuck.cause().name()) ? each : finding;
        }
        assertThat(finding).as(json.out()).isNotNull();
        assertThat(finding.path("trouble").asBoolean()).isTrue();
        assertThat(finding.path("explanation").asText()).contains(stuck.explained());
        assertThat(finding.path("remedy").asText()).contains(stuck.remedy());
    }

    @Test
    void showListsTheLastChanges() {
        InstanceId id = gallery.idle("one", "tea");
        gallery.host.control().suspend(id, "look");

        CommandLineRun shown = shell.run("instances", "show", id.toString(), "--watch", "0s");
        JsonNode changes = shell.run("instances", "show", id.toString(), "--watch", "0s", "--json")
                .json()
                .get(0)
                .path("changes");

        assertThat(shown.out()).contains("Last changes", "WHEN", "created", "suspended");
        JsonNode last = changes.get(changes.size() - 1);
        assertThat(last.path("command").asText()).isEqualTo("suspend");
        assertThat(last.path("events").toString()).isEqualTo("[\"suspended\"]");
        assertThat(last.path("revision").asLong()).isGreaterThan(1);
        assertThat(last.path("bytes").asLong()).isPositive();
        assertThat(last.path("owner").asText()).hasSize(36);
        assertThat(last.path("at").asText()).isNotBlank();
    }

    @Test
    void aKeyThatWasClaimedByACrashIsExplained() {
        InstanceKey key = gallery.keyClaimedByACrash();

        CommandLineRun shown = shell.run("keys", "show", key.toString());
        CommandLineRun byName = shell.run("keys", "show", "--scope", "shop", "--text", "claimed", "--json");

        assertThat(shown.code()).isZero();
        assertThat(shown.out())
                .contains("! " + Cause.DANGLING_CLAIM)
                .contains("the host that claimed it died before its save")
                .contains("Send the message again");
        assertThat(byName.json().get(0).path("key").asText()).isEqualTo(key.toString());
        assertThat(byName.json().get(0).path("findings").get(0).path("cause").asText())
                .isEqualTo(Cause.DANGLING_CLAIM.name());
    }

    @Test
    void whatIsWellIsSaidToBe() {
        InstanceId id = gallery.idle("well", "tea");

        CommandLineRun shown = shell.run("instances", "show", "--scope", "shop", "--part", "Order=well");

        assertThat(shown.out()).contains("Instance " + id, "  " + Cause.IDLE).doesNotContain("! ");
    }

    @Test
    void deadLettersAndWaitingMessagesAreListed() {
        InstanceId dead = gallery.deadLetter();
        InstanceId waiting = gallery.waitingMailbox();

        assertThat(shell.run("outbox", "--dead").out()).contains(dead.toString(), "the warehouse is closed");
        assertThat(shell.run("outbox", "--definition", "Other", "--json").out()).isEmpty();
        assertThat(shell.run("mailbox", waiting.toString()).out()).contains("Ship");
        assertThat(shell.run("mailbox", "--json")
                        .json()
                        .get(0)
                        .path("operation")
                        .asText())
                .isEqualTo("Ship");
        assertThat(shell.run("mailbox", "--dead", "--json").out()).isEmpty();
    }

    @Test
    void retryAndTerminateNeedNoDefinition() {
        InstanceId failed = gallery.suspendedByFailingTurn();

        CommandLineRun retried = shell.run("instances", "retry", failed.toString(), "--reason", "repaired", "--yes");
        CommandLineRun resumed = shell.run("instances", "resume", failed.toString(), "--reason", "repaired", "--yes");
        CommandLineRun terminated =
                shell.run("instances", "terminate", failed.toString(), "--reason", "not needed", "--yes");

        assertThat(retried.code()).isEqualTo(1);
        assertThat(retried.out()).contains("Refused. Answer: not failed");
        assertThat(resumed.code()).as(resumed.out() + resumed.err()).isZero();
        assertThat(resumed.out()).contains("Done and verified");
        assertThat(terminated.code()).as(terminated.out() + terminated.err()).isZero();
        assertThat(terminated.out()).contains("it has ended and was kept");
        assertThat(shell.run("instances", "list", "--state", "completed", "--json")
                        .json())
                .hasSize(1);
    }
}
