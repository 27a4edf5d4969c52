// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.diagnosis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Says why an instance does not move, and what to do about it. A pure function of what is stored: the same evidence gives the
 * same diagnosis.
 *
 * @param findings all that was found, the gravest first; never empty
 */
public record Diagnosis(List<Finding> findings) {

    /**
     * Copies the list.
     *
     * @throws IllegalArgumentException if nothing was found
     */
    public Diagnosis {
        findings = List.copyOf(findings);
        if (findings.isEmpty()) {
            throw new IllegalArgumentException("a diagnosis has a finding");
        }
    }

    /**
     * Looks at all that is known of an instance.
     *
     * @param evidence what is known
     * @return what it comes to
     */
    public static Diagnosis of(Evidence evidence) {
        List<Finding> found = new ArrayList<>();
        new LifeChecks(evidence).addTo(found);
        new WorkChecks(evidence).addTo(found);
        if (found.isEmpty()) {
            found.add(Rest.of(evidence));
        }
        found.sort(Comparator.comparing(Finding::cause));
        return new Diagnosis(found);
    }

    /** {@return the gravest finding} */
    public Finding first() {
        return findings.get(0);
    }
}
