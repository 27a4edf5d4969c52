// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.net.URL;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What modules show to others, and how it has to be marked. */
final class ExportedTypes {

    private static final String STABLE = "dev.rehydrate.stability.Stable";
    private static final String EXPERIMENTAL = "dev.rehydrate.stability.Experimental";
    private static final List<String> MARKS = List.of(STABLE, EXPERIMENTAL);

    private ExportedTypes() {}

    /** The packages that some module on the class path exports to every other one. */
    static Set<String> packages(String root) {
        Set<String> exported = new TreeSet<>();
        try {
            for (URL module :
                    Collections.list(ExportedTypes.class.getClassLoader().getResources("module-info.class"))) {
                ModuleDescriptor descriptor = read(module);
                descriptor.exports().stream()
                        .filter(export -> !export.isQualified())
                        .map(ModuleDescriptor.Exports::source)
                        .filter(name -> name.startsWith(root + "."))
                        .forEach(exported::add);
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return exported;
    }

    private static ModuleDescriptor read(URL module) throws IOException {
        try (InputStream bytes = module.openStream()) {
            return ModuleDescriptor.read(bytes);
        }
    }

    /** A public type of the top level has one of the two marks, itself or by its package. */
    static ArchCondition<JavaClass> beMarked() {
        return new ArchCondition<>("be marked as stable or experimental, itself or by its package") {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                boolean counts = item.getModifiers().contains(JavaModifier.PUBLIC) && item.isTopLevelClass();
                long own = MARKS.stream().filter(item::isAnnotatedWith).count();
                long inherited = MARKS.stream()
                        .filter(item.getPackage()::isAnnotatedWith)
                        .count();
                boolean marked = own == 1 || (own == 0 && inherited == 1);
                events.add(new SimpleConditionEvent(
                        item, !counts || marked, item.getName() + " has " + own + " marks, its package " + inherited));
            }
        };
    }

    /**
     * What a caller of a stable type needs in order to call it is stable too: what it extends, and the types of its methods, constructors
     * and fields, unless these are marked themselves. A type within another has the mark of the outermost one.
     */
    static ArchCondition<JavaClass> showOnlyStableTypes() {
        return new ArchCondition<>("show no experimental type of ours, if they are stable themselves") {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                if (!isPublic(item) || !has(item, STABLE)) {
                    return;
                }
                shown(item)
                        .filter(shown -> has(shown.type(), EXPERIMENTAL))
                        .map(shown -> item.getName() + " is stable and shows "
                                + shown.type().getName() + ", which is experimental, in " + shown.where())
                        .distinct()
                        .forEach(said -> events.add(SimpleConditionEvent.violated(item, said)));
            }
        };
    }

    private record Shown(String where, JavaClass type) {}

    private static Stream<Shown> shown(JavaClass item) {
        Stream<Shown> parents = Stream.concat(item.getRawSuperclass().stream(), item.getRawInterfaces().stream())
                .map(parent -> new Shown("what it is", parent));
        Stream<Shown> members = item.getMembers().stream()
                .filter(member -> isVisible(member) && !member.isAnnotatedWith(EXPERIMENTAL))
                .flatMap(member -> Stream.concat(member.getAllInvolvedRawTypes().stream(), thrown(member))
                        .map(type -> new Shown(member.getName(), type)));
        return Stream.concat(parents, members);
    }

    private static Stream<JavaClass> thrown(JavaMember member) {
        return member instanceof JavaCodeUnit code
                ? code.getExceptionTypes().stream().map(JavaClass.class::cast)
                : Stream.empty();
    }

    private static boolean isVisible(JavaMember member) {
        return member.getModifiers().contains(JavaModifier.PUBLIC)
                || member.getModifiers().contains(JavaModifier.PROTECTED);
    }

    /** Whether others can name it: it is public, and so is each type around it. */
    private static boolean isPublic(JavaClass item) {
        return item.getModifiers().contains(JavaModifier.PUBLIC)
                && item.getEnclosingClass().map(ExportedTypes::isPublic).orElse(true);
    }

    private static boolean has(JavaClass item, String mark) {
        JavaClass outermost = outermost(item.getBaseComponentType());
        boolean own = MARKS.stream().anyMatch(outermost::isAnnotatedWith);
        return own ? outermost.isAnnotatedWith(mark) : outermost.getPackage().isAnnotatedWith(mark);
    }

    private static JavaClass outermost(JavaClass item) {
        return item.getEnclosingClass().map(ExportedTypes::outermost).orElse(item);
    }
}
