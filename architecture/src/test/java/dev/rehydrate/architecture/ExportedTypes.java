// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
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

/** What modules show to others, and how it has to be marked. */
final class ExportedTypes {

    private static final List<String> MARKS =
            List.of("dev.rehydrate.stability.Stable", "dev.rehydrate.stability.Experimental");

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
}
