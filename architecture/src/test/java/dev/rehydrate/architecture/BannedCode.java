// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.doNot;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/** What main code does not do, and the few classes that may. */
final class BannedCode {

    /** The one place that reads the clocks of the machine. */
    private static final Set<String> READS_THE_CLOCK = Set.of("dev.rehydrate.time.SystemTimeSource");

    /** Waits without a limit of its own, because the future it waits for has a deadline. */
    private static final Set<String> BLOCKS = Set.of("dev.rehydrate.store.execution.CommandDispatch");

    /** A command line has an exit code. */
    private static final Set<String> ENDS_THE_PROCESS = Set.of("dev.rehydrate.cli.Rehydrate");

    static final ArchRule NO_JAVA_SERIALIZATION = noClasses()
            .should()
            .dependOnClassesThat(assignableTo(ObjectInputStream.class).or(assignableTo(ObjectOutputStream.class)))
            .as("no class reads or writes Java serialization");

    /** Exceptions and enums cannot help it, nor can what travels in an engine's own format. */
    static final ArchRule NOTHING_IS_SERIALIZABLE = classes()
            .that(doNot(describe(
                    "have to be",
                    type -> type.isAssignableTo(Throwable.class)
                            || type.isAssignableTo(Enum.class)
                            || extendsJackson(type)
                            || travelsInItsOwnFormat(type))))
            .should()
            .notBeAssignableTo(Serializable.class)
            .as("nothing is Serializable");

    static final ArchRule TIME_IS_AN_ARGUMENT = noClasses()
            .that(doNot(
                    areListedIn(READS_THE_CLOCK).or(JavaClass.Predicates.resideInAPackage("dev.rehydrate.sample.."))))
            .should()
            .accessTargetWhere(describe("the machine's time is read or slept through", BannedCode::readsTheClock))
            .as("time is an argument: no class sleeps or reads the machine's clocks");

    static final ArchRule NO_ENDLESS_WAIT = noClasses()
            .that(doNot(areListedIn(BLOCKS)))
            .should()
            .accessTargetWhere(describe("a future is awaited without a limit", BannedCode::waitsForEver))
            .as("no class waits for a future without a limit");

    static final ArchRule NO_EXIT = noClasses()
            .that(doNot(areListedIn(ENDS_THE_PROCESS)))
            .should()
            .accessTargetWhere(describe("the process is ended", BannedCode::endsTheProcess))
            .as("no class ends the process");

    /** What an engine needs to know of an operation, the operation says. */
    static final ArchRule NO_ENGINE_ASKS_FOR_THE_OPERATION = classes()
            .that()
            .resideOutsideOfPackages("dev.rehydrate.slot..", "dev.rehydrate.format..")
            .should(notCheckForInstancesOf(
                    "dev.rehydrate.slot.operation.SlotOperation", "dev.rehydrate.slot.scan.SlotScan"))
            .as("no engine asks which operation or scan it has");

    static final List<ArchRule> ALL = List.of(
            NO_JAVA_SERIALIZATION,
            NOTHING_IS_SERIALIZABLE,
            TIME_IS_AN_ARGUMENT,
            NO_ENDLESS_WAIT,
            NO_EXIT,
            NO_ENGINE_ASKS_FOR_THE_OPERATION);

    private BannedCode() {}

    private static ArchCondition<JavaClass> notCheckForInstancesOf(String... parents) {
        return new ArchCondition<>("not check for instances of " + String.join(", ", parents)) {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                item.getInstanceofChecks().stream()
                        .filter(check -> Stream.of(parents).anyMatch(check.getRawType()::isAssignableTo))
                        .forEach(check -> events.add(SimpleConditionEvent.violated(
                                item,
                                item.getName() + " asks whether it has "
                                        + check.getRawType().getName())));
            }
        };
    }

    private static DescribedPredicate<JavaClass> areListedIn(Set<String> names) {
        return describe("are listed", type -> names.contains(type.getName()));
    }

    private static boolean readsTheClock(JavaAccess<?> access) {
        JavaClass owner = access.getTargetOwner();
        String name = access.getName();
        return switch (owner.getName()) {
            case "java.lang.System" -> name.equals("currentTimeMillis") || name.equals("nanoTime");
            case "java.lang.Thread", "java.util.concurrent.TimeUnit" -> name.equals("sleep");
            case "java.time.InstantSource" -> name.equals("system");
            case "java.util.Date" -> name.equals("<init>") && parameters(access).isEmpty();
            case "java.time.Clock" -> name.startsWith("system") || name.startsWith("tick");
            default ->
                owner.getPackageName().equals("java.time")
                        && name.equals("now")
                        && parameters(access).stream().noneMatch(type -> type.isAssignableTo(Clock.class));
        };
    }

    /** Jackson's points of extension implement Serializable; no code here serializes them. */
    private static boolean extendsJackson(JavaClass type) {
        return type.getAllRawSuperclasses().stream()
                .anyMatch(parent -> parent.getPackageName().startsWith("com.fasterxml.jackson"));
    }

    /** What Hazelcast runs elsewhere is Serializable by its interfaces; written and read it is by the methods of this one. */
    private static boolean travelsInItsOwnFormat(JavaClass type) {
        return type.isAssignableTo("com.hazelcast.nio.serialization.IdentifiedDataSerializable");
    }

    private static boolean waitsForEver(JavaAccess<?> access) {
        boolean waits = access.getName().equals("join") || access.getName().equals("get");
        return waits
                && access.getTargetOwner().isAssignableTo(Future.class)
                && parameters(access).isEmpty();
    }

    private static boolean endsTheProcess(JavaAccess<?> access) {
        String target = access.getTargetOwner().getName() + "." + access.getName();
        return Set.of("java.lang.System.exit", "java.lang.Runtime.exit", "java.lang.Runtime.halt")
                .contains(target);
    }

    private static List<JavaClass> parameters(JavaAccess<?> access) {
        return access.getTarget() instanceof CodeUnitCallTarget target ? target.getRawParameterTypes() : List.of();
    }
}
