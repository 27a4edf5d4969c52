// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArchitectureTest {

    private static final JavaClasses PRODUCT = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(HouseRules.ROOT);

    @ParameterizedTest
    @MethodSource
    void aModuleSeesWhatTheMapAllows(ArchRule arrow) {
        arrow.check(PRODUCT);
    }

    static List<Named<ArchRule>> aModuleSeesWhatTheMapAllows() {
        Stream<ArchRule> planned =
                Part.PLANNED.stream().map(part -> part.arrow(HouseRules.ROOT).allowEmptyShould(true));
        return named(Stream.concat(HouseRules.arrows(HouseRules.ROOT).stream(), planned));
    }

    @ParameterizedTest
    @MethodSource
    void storeApiIsBuiltInLayers(ArchRule layer) {
        layer.check(PRODUCT);
    }

    static List<Named<ArchRule>> storeApiIsBuiltInLayers() {
        return named(HouseRules.layers(HouseRules.ROOT).stream());
    }

    @ParameterizedTest
    @MethodSource
    void mainCodeKeepsTheBans(ArchRule ban) {
        ban.check(PRODUCT);
    }

    static List<Named<ArchRule>> mainCodeKeepsTheBans() {
        return named(BannedCode.ALL.stream());
    }

    @Test
    void everyModuleIsRead() {
        for (Part module : Part.MODULES) {
            var packages = JavaClass.Predicates.resideInAnyPackage(module.packagesUnder(HouseRules.ROOT));
            assertThat(PRODUCT.that(packages)).as(module.name()).isNotEmpty();
        }
    }

    @Test
    void everyPackageIsOnTheMap() {
        HouseRules.everyClassHasItsModule(HouseRules.ROOT).check(PRODUCT);
    }

    @Test
    void noTwoPackagesSeeEachOther() {
        HouseRules.noCyclesBetweenPackages(HouseRules.ROOT, HouseRules.ENTRY_POINTS)
                .check(PRODUCT);
    }

    @Test
    void hazelcastStaysInItsModule() {
        HouseRules.vendorStaysIn("com.hazelcast..", HouseRules.ROOT + ".store.hazelcast..")
                .check(PRODUCT);
    }

    @Test
    void micrometerStaysInItsModules() {
        // The starter brings the registry of the application and the meters together.
        HouseRules.vendorStaysIn(
                        "io.micrometer..", HouseRules.ROOT + "..micrometer..", HouseRules.ROOT + ".spring.boot")
                .check(PRODUCT);
    }

    @Test
    void storeFormatUsesNoLibrary() {
        HouseRules.usesNoLibrary(HouseRules.ROOT + ".format..", HouseRules.ROOT + "..")
                .check(PRODUCT);
    }

    @Test
    void everyPackageIsNullMarked() {
        HouseRules.NULL_MARKED.check(PRODUCT);
    }

    @Test
    void classesHaveNamesThatSaySomething() {
        HouseRules.NO_EMPTY_NAMES.check(PRODUCT);
    }

    @Test
    void packagesHaveNamesThatSaySomething() {
        HouseRules.NO_EMPTY_PACKAGES.check(PRODUCT);
    }

    private static List<Named<ArchRule>> named(Stream<ArchRule> rules) {
        return rules.map(rule -> Named.of(rule.getDescription(), rule)).toList();
    }
}
