// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.console.FaultGallery.Stuck;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.operations.diagnosis.Diagnosis;
import dev.rehydrate.operations.diagnosis.Finding;
import dev.rehydrate.operations.diagnosis.Finding.Cause;
import java.util.List;
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

    static List<Stuck> stuck() {
        return FaultGallery.stuck();
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
    void thatAnInstanceHasNoDefinitionIsSaidInWords() {
        InstanceId id = gallery.heldByExpiredOwner();

        List<Finding> findings = gallery.console.diagnose(id).orElseThrow().findings();

        assertThat(findings)
                .filteredOn(each -> each.cause() == Cause.NO_HOST_FOR_DEFINITION)
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.explanation())
                            .startsWith("No live owner of host type 'legacy' takes instances without a definition, so");
                    assertThat(finding.remedy()).isEqualTo("Start a host of this type; check its last deployment.");
                });
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
