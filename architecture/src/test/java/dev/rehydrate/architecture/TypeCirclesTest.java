// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.rehydrate.architecture.fixtures.circle.First;
import dev.rehydrate.architecture.fixtures.circle.Second;
import dev.rehydrate.architecture.fixtures.circle.Third;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** No module has a larger circle of types than it had; a number here may only fall. */
class TypeCirclesTest {

    private static final int WANTED = 10;

    /** Circles that are larger than wanted, as they are today. */
    private static final Map<String, Integer> LARGER = Map.of();

    private static final JavaClasses PRODUCT = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(HouseRules.ROOT);

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void aCircleOfTypesCanBeEntered(String module, List<Set<String>> circles) {
        List<Integer> sizes = circles.stream().map(Set::size).toList();
        System.out.printf("%-20s circles of types: %s%n", module, sizes);

        assertThat(circles)
                .as("circles of types in %s", module)
                .allMatch(circle -> circle.size() <= LARGER.getOrDefault(module, WANTED));
    }

    static List<Arguments> aCircleOfTypesCanBeEntered() {
        return Part.MODULES.stream()
                .map(module -> arguments(
                        module.name(),
                        TypeCircles.in(PRODUCT, resideInAnyPackage(module.packagesUnder(HouseRules.ROOT)))))
                .toList();
    }

    @Test
    void aCircleIsFound() {
        JavaClasses fixtures = new ClassFileImporter().importPackagesOf(First.class);

        assertThat(TypeCircles.in(fixtures, resideInAnyPackage(First.class.getPackageName())))
                .containsExactly(Set.of(First.class.getName(), Second.class.getName(), Third.class.getName()));
    }
}
