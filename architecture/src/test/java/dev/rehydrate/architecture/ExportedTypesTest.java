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
import dev.rehydrate.architecture.fixtures.marks.Promise;
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
    void noStableTypeShowsAnExperimentalOne() {
        Set<String> exported = ExportedTypes.packages(HouseRules.ROOT);
        JavaClasses product = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages(exported);

        stable(exported).check(product);
    }

    @Test
    void aTypeWithoutMarkIsFound() {
        String unmarked = First.class.getPackageName();
        JavaClasses fixtures = new ClassFileImporter().importPackages(unmarked);

        assertThatThrownBy(() -> rule(Set.of(unmarked)).check(fixtures)).isInstanceOf(AssertionError.class);
    }

    @Test
    void aPromiseThatIsNotOneIsFound() {
        String marks = Promise.class.getPackageName();
        JavaClasses fixtures = new ClassFileImporter().importPackages(marks);

        assertThatThrownBy(() -> stable(Set.of(marks)).check(fixtures))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("violated (2 times)")
                .hasMessageContaining("Draft, which is experimental, in what it is")
                .hasMessageContaining("Draft$Part, which is experimental, in broken");
    }

    private static ArchRule rule(Set<String> packages) {
        return classes()
                .that()
                .resideInAnyPackage(packages.toArray(String[]::new))
                .should(ExportedTypes.beMarked());
    }

    private static ArchRule stable(Set<String> packages) {
        return classes()
                .that()
                .resideInAnyPackage(packages.toArray(String[]::new))
                .should(ExportedTypes.showOnlyStableTypes());
    }
}
