// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.rehydrate.architecture.fixtures.circle.First;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A user sees of each public type whether it will stay. */
class ExportedTypesTest {

    @Test
    void eachExportedTypeIsMarked() {
        Set<String> exported = ExportedTypes.packages(HouseRules.ROOT);
        assertThat(exported).contains("dev.rehydrate.typed", "dev.rehydrate.host", "dev.rehydrate.tck.fault");
        JavaClasses product = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages(exported);

        rule(exported).check(product);
    }

    @Test
    void aTypeWithoutMarkIsFound() {
        String unmarked = First.class.getPackageName();
        JavaClasses fixtures = new ClassFileImporter().importPackages(unmarked);

        assertThatThrownBy(() -> rule(Set.of(unmarked)).check(fixtures)).isInstanceOf(AssertionError.class);
    }

    private static ArchRule rule(Set<String> packages) {
        return classes()
                .that()
                .resideInAnyPackage(packages.toArray(String[]::new))
                .should(ExportedTypes.beMarked());
    }
}
