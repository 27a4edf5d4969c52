// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.console.diagnosis.Diagnosis;
import dev.rehydrate.console.diagnosis.Finding;
import dev.rehydrate.console.diagnosis.Finding.Cause;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Of each instance that is stuck, the page names the cause and the remedy. */
class FaultGalleryTest {

    private final FaultGallery gallery = new FaultGallery();

    @AfterEach
    void close() {
        gallery.close();
    }

    /** One way to be stuck, and what has to be said of it. */
    record Stuck(
            String name, Function<FaultGallery, InstanceId> prepared, Cause cause, String explained, String remedy) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Stuck> stuck() {
        return List.of(
                new Stuck(
                        "held by an expired owner",
                        FaultGallery::heldByExpiredOwner,
                        Cause.HELD_BY_EXPIRED_OWNER,
                        "whose lease has expired",
                        "release the instance"),
                new Stuck(
                        "suspended by a failing turn",
                        FaultGallery::suspendedByFailingTurn,
                        Cause.SUSPENDED_BY_FAILURE,
                        "the warehouse <b>burns</b>",
                        "then resume the instance"),
                new Stuck(
                        "a poison value",
                        FaultGallery::poisonValue,
                        Cause.POISON_VALUE,
                        "The value 'state' cannot be read here",
                        "deploy a release that has its class and codec"),
                new Stuck(
                        "a dead letter",
                        FaultGallery::deadLetter,
                        Cause.DEAD_LETTER,
                        "the warehouse is closed",
                        "redrive the message"),
                new Stuck(
                        "a waiting mailbox",
                        FaultGallery::waitingMailbox,
                        Cause.MAILBOX_WAITING,
                        "1 message waits in the mailbox",
                        "remove what keeps it from running"),
                new Stuck(
                        "a timer of an unknown operation",
                        FaultGallery::timerOfUnknownOperation,
                        Cause.UNKNOWN_TIMER_OPERATION,
                        "names the operation 'Remind'",
                        "Deploy a release whose definition has the operation"),
                new Stuck(
                        "a definition that no host runs",
                        FaultGallery::definitionThatNoHostRuns,
                        Cause.NO_HOST_FOR_DEFINITION,
                        "runs the definition Invoice",
                        "Start a host with this definition"));
    }

    @ParameterizedTest
    @MethodSource("stuck")
    void thePageNamesCauseAndRemedy(Stuck stuck) {
        InstanceId id = stuck.prepared().apply(gallery);

        Diagnosis diagnosis = gallery.console.diagnose(id).orElseThrow();
        String page = Browser.on(gallery.console).get("/instance/" + id).text();

        Finding finding = diagnosis.findings().stream()
                .filter(each -> each.cause() == stuck.cause())
                .findFirst()
                .orElseThrow(() -> new AssertionError(stuck.cause() + " is not among " + diagnosis.findings()));
        assertThat(finding.cause().isTrouble()).isTrue();
        assertThat(finding.explanation()).contains(stuck.explained());
        assertThat(finding.remedy()).contains(stuck.remedy());
        assertThat(page)
                .contains("data-cause=\"" + stuck.cause() + "\"")
                .contains(Browser.escaped(finding.explanation()))
                .contains(Browser.escaped(finding.remedy()))
                .doesNotContain("<b>");
    }

    @Test
    void thePageOfAKeyThatWasClaimedByACrashNamesCauseAndRemedy() {
        InstanceKey key = gallery.keyClaimedByACrash();

        String page = Browser.on(gallery.console).get("/key/" + key).text();

        assertThat(page)
                .contains("data-cause=\"DANGLING_CLAIM\"")
                .contains("the host that claimed it died before its save")
                .contains("Send the message again");
    }

    @Test
    void whatIsWellIsSaidToBe() {
        InstanceId id = gallery.idle("well", "tea");

        Diagnosis diagnosis = gallery.console.diagnose(id).orElseThrow();

        assertThat(diagnosis.findings()).hasSize(1);
        assertThat(diagnosis.first().cause()).isEqualTo(Cause.IDLE);
        assertThat(diagnosis.first().cause().isTrouble()).isFalse();
    }
}
