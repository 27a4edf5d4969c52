// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import dev.rehydrate.architecture.fixtures.bans.AsksForTheOperation;
import dev.rehydrate.architecture.fixtures.bans.AsksTheCalendar;
import dev.rehydrate.architecture.fixtures.bans.AsksTheClock;
import dev.rehydrate.architecture.fixtures.bans.AsksTheTicker;
import dev.rehydrate.architecture.fixtures.bans.EndsTheProcess;
import dev.rehydrate.architecture.fixtures.bans.JoinsForEver;
import dev.rehydrate.architecture.fixtures.bans.MakesAClock;
import dev.rehydrate.architecture.fixtures.bans.ReadsTheInstant;
import dev.rehydrate.architecture.fixtures.bans.SerializableRecord;
import dev.rehydrate.architecture.fixtures.bans.SerializableValue;
import dev.rehydrate.architecture.fixtures.bans.Sleeps;
import dev.rehydrate.architecture.fixtures.bans.WaitsForEver;
import dev.rehydrate.architecture.fixtures.bans.WritesObjects;
import dev.rehydrate.architecture.fixtures.map.engine.Innocent;
import dev.rehydrate.architecture.fixtures.map.host.HostSeesAProvider;
import dev.rehydrate.architecture.fixtures.map.instance.InstanceSeesTheStore;
import dev.rehydrate.architecture.fixtures.map.slot.SlotSeesTime;
import dev.rehydrate.architecture.fixtures.map.store.memory.ProviderSeesTheHost;
import dev.rehydrate.architecture.fixtures.map.stray.Stray;
import dev.rehydrate.architecture.fixtures.names.OrderHelper;
import dev.rehydrate.architecture.fixtures.names.OrderImpl;
import dev.rehydrate.architecture.fixtures.names.OrderManager;
import dev.rehydrate.architecture.fixtures.names.OrderUtil;
import dev.rehydrate.architecture.fixtures.names.OrderUtils;
import dev.rehydrate.architecture.fixtures.names.common.InCommon;
import dev.rehydrate.architecture.fixtures.names.impl.InImpl;
import dev.rehydrate.architecture.fixtures.names.misc.InMisc;
import dev.rehydrate.architecture.fixtures.names.util.InUtil;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A rule that cannot fail is worse than none. */
class RulesCanFailTest {

    private static final String FIXTURES = "dev.rehydrate.architecture.fixtures";
    private static final String MAP = FIXTURES + ".map";
    private static final JavaClasses ALL = new ClassFileImporter().importPackages(FIXTURES);

    @ParameterizedTest
    @MethodSource
    void aViolationIsFound(ArchRule rule, Class<?> culprit) {
        assertThat(violations(rule)).anyMatch(line -> line.contains(culprit.getName()));
    }

    static List<Arguments> aViolationIsFound() {
        return List.of(
                arguments(HouseRules.NO_EMPTY_NAMES, OrderImpl.class),
                arguments(HouseRules.NO_EMPTY_NAMES, OrderManager.class),
                arguments(HouseRules.NO_EMPTY_NAMES, OrderHelper.class),
                arguments(HouseRules.NO_EMPTY_NAMES, OrderUtil.class),
                arguments(HouseRules.NO_EMPTY_NAMES, OrderUtils.class),
                arguments(HouseRules.NO_EMPTY_PACKAGES, InUtil.class),
                arguments(HouseRules.NO_EMPTY_PACKAGES, InCommon.class),
                arguments(HouseRules.NO_EMPTY_PACKAGES, InMisc.class),
                arguments(HouseRules.NO_EMPTY_PACKAGES, InImpl.class),
                arguments(HouseRules.NULL_MARKED, OrderUtil.class),
                arguments(HouseRules.vendorStaysIn("com.tngtech.archunit..", "nowhere.."), Stray.class),
                arguments(HouseRules.everyClassHasItsModule(MAP), Stray.class),
                arguments(HouseRules.noCyclesBetweenPackages(MAP, Set.of()), HostSeesAProvider.class),
                arguments(
                        HouseRules.noCyclesBetweenPackages(MAP, Set.of(HostSeesAProvider.class.getName())),
                        HostSeesAProvider.class),
                arguments(arrow("host"), HostSeesAProvider.class),
                arguments(arrow("store.memory"), ProviderSeesTheHost.class),
                arguments(layer("instance"), InstanceSeesTheStore.class),
                arguments(layer("slot"), SlotSeesTime.class),
                arguments(BannedCode.NO_JAVA_SERIALIZATION, WritesObjects.class),
                arguments(BannedCode.NOTHING_IS_SERIALIZABLE, SerializableValue.class),
                arguments(BannedCode.NOTHING_IS_SERIALIZABLE, SerializableRecord.class),
                arguments(BannedCode.TIME_IS_AN_ARGUMENT, Sleeps.class),
                arguments(BannedCode.TIME_IS_AN_ARGUMENT, AsksTheClock.class),
                arguments(BannedCode.TIME_IS_AN_ARGUMENT, AsksTheTicker.class),
                arguments(BannedCode.TIME_IS_AN_ARGUMENT, AsksTheCalendar.class),
                arguments(BannedCode.TIME_IS_AN_ARGUMENT, ReadsTheInstant.class),
                arguments(BannedCode.TIME_IS_AN_ARGUMENT, MakesAClock.class),
                arguments(BannedCode.NO_ENDLESS_WAIT, JoinsForEver.class),
                arguments(BannedCode.NO_ENDLESS_WAIT, WaitsForEver.class),
                arguments(BannedCode.NO_EXIT, EndsTheProcess.class),
                arguments(BannedCode.NO_ENGINE_ASKS_FOR_THE_OPERATION, AsksForTheOperation.class),
                arguments(HouseRules.usesNoLibrary("..stray..", MAP + ".."), Stray.class));
    }

    @Test
    void everyBanIsTried() {
        assertThat(aViolationIsFound()).map(tried -> tried.get()[0]).containsAll(BannedCode.ALL);
    }

    @Test
    void theInnocentAreNotBlamed() {
        for (Arguments tried : aViolationIsFound()) {
            assertThat(violations((ArchRule) tried.get()[0]))
                    .noneMatch(line -> line.contains(Innocent.class.getName()));
        }
    }

    private static List<String> violations(ArchRule rule) {
        return rule.evaluate(ALL).getFailureReport().getDetails();
    }

    private static ArchRule arrow(String aPackage) {
        return owning(Part.MODULES, aPackage).arrow(MAP);
    }

    private static ArchRule layer(String aPackage) {
        return owning(Part.LAYERS, aPackage).arrow(MAP);
    }

    private static Part owning(List<Part> parts, String aPackage) {
        return parts.stream()
                .filter(part -> JavaClass.Predicates.resideInAnyPackage(part.packagesUnder(MAP))
                        .test(ALL.stream()
                                .filter(type -> type.getPackageName().equals(MAP + "." + aPackage))
                                .findAny()
                                .orElseThrow()))
                .findAny()
                .orElseThrow();
    }
}
