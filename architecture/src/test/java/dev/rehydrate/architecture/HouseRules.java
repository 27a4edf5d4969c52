// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Where things live and what they are called. */
final class HouseRules {

    static final String ROOT = "dev.rehydrate";

    static final ArchRule NO_EMPTY_NAMES = noClasses()
            .should()
            .haveSimpleNameEndingWith("Impl")
            .orShould()
            .haveSimpleNameEndingWith("Manager")
            .orShould()
            .haveSimpleNameEndingWith("Helper")
            .orShould()
            .haveSimpleNameEndingWith("Util")
            .orShould()
            .haveSimpleNameEndingWith("Utils")
            .as("a class is named for what it is, not Impl, Manager, Helper or Util(s)");

    static final ArchRule NO_EMPTY_PACKAGES = noClasses()
            .should()
            .resideInAnyPackage("..util..", "..common..", "..misc..", "..impl..")
            .as("a package is named for what is in it, not util, common, misc or impl");

    static final ArchRule NULL_MARKED =
            classes().should(liveInANullMarkedPackage()).as("every package is @NullMarked");

    /** The types that put a module together from its unexported packages. No other type may depend on them. */
    static final Set<String> ENTRY_POINTS = Set.of(
            ROOT + ".host.AsyncInstanceControl",
            ROOT + ".host.HostBuilder",
            ROOT + ".host.InstanceControl",
            ROOT + ".host.Mailboxes",
            ROOT + ".host.Outboxes",
            ROOT + ".host.StoredInstance",
            ROOT + ".host.WorkflowHost",
            ROOT + ".store.InstanceHandle",
            ROOT + ".store.InstanceStore",
            ROOT + ".store.StoreCommands",
            ROOT + ".store.jdbc.JdbcInstanceStore",
            ROOT + ".store.jdbc.SlotReplica",
            ROOT + ".store.hazelcast.HazelcastCache",
            ROOT + ".store.hazelcast.HazelcastInstanceStore",
            ROOT + ".store.hazelcast.WriteBehind",
            ROOT + ".tck.InstanceStoreConformance");

    private HouseRules() {}

    /** Every class is in a package that some part claims, or the arrows would not see it. */
    static ArchRule everyClassHasItsModule(String root) {
        String[] known = Stream.concat(Part.MODULES.stream(), Part.PLANNED.stream())
                .flatMap(part -> Stream.of(part.packagesUnder(root)))
                .toArray(String[]::new);
        return classes().should().resideInAnyPackage(known).as("every package belongs to a module of the map");
    }

    /**
     * No two packages see each other. Entry points count as a package of their own: they put a module together from its
     * unexported packages, which in turn use the other exported types, and must not use the entry points.
     *
     * @param root the package under which all are
     * @param entryPoints the names of entry points
     */
    static ArchRule noCyclesBetweenPackages(String root, Set<String> entryPoints) {
        return SlicesRuleDefinition.slices()
                .assignedFrom(packagesAndEntryPoints(root, entryPoints))
                .should()
                .beFreeOfCycles()
                .as("no two packages see each other");
    }

    private static SliceAssignment packagesAndEntryPoints(String root, Set<String> entryPoints) {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                if (!type.getPackageName().startsWith(root)) {
                    return SliceIdentifier.ignore();
                }
                boolean entry = entryPoints.contains(TypeCircles.topLevel(type));
                return SliceIdentifier.of(type.getPackageName() + (entry ? " (entry points)" : ""));
            }

            @Override
            public String getDescription() {
                return "packages, and the entry points of packages";
            }
        };
    }

    /** Keeps a vendor's types inside the packages that are about the vendor. */
    static ArchRule vendorStaysIn(String vendor, String... homes) {
        return noClasses()
                .that(resideOutsideOfPackages(homes))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(vendor)
                .as(vendor + " is seen in " + String.join(", ", homes) + " only");
    }

    /** Keeps packages free of everything but the JDK, the annotations of nullness and our own types. */
    static ArchRule usesNoLibrary(String home, String ours) {
        return classes()
                .that()
                .resideInAPackage(home)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "org.jspecify..", ours)
                .as(home + " uses no library");
    }

    static List<ArchRule> arrows(String root) {
        return Part.MODULES.stream().map(part -> part.arrow(root)).toList();
    }

    static List<ArchRule> layers(String root) {
        return Part.LAYERS.stream().map(part -> part.arrow(root)).toList();
    }

    private static ArchCondition<JavaClass> liveInANullMarkedPackage() {
        return new ArchCondition<>("live in a package that is @NullMarked") {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                boolean marked = item.getPackage().isAnnotatedWith("org.jspecify.annotations.NullMarked");
                events.add(new SimpleConditionEvent(item, marked, item.getName() + " is in " + item.getPackageName()));
            }
        };
    }
}
