// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.spring.boot;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.springframework.util.ClassUtils;

/** The stores that the starter can open. */
enum StoreKind {
    HAZELCAST("dev.rehydrate.store.hazelcast.HazelcastInstanceStore"),
    JDBC("dev.rehydrate.store.jdbc.JdbcInstanceStore"),
    MEMORY("dev.rehydrate.store.memory.MemoryInstanceStore");

    private final String entry;

    StoreKind(String entry) {
        this.entry = entry;
    }

    /** {@return the store to open where none is named} */
    static StoreKind onClassPath() {
        List<StoreKind> present =
                Stream.of(values()).filter(StoreKind::isPresent).toList();
        // The memory store is on the class path of tests of an application that runs on another one.
        List<StoreKind> meant = present.size() == 1
                ? present
                : present.stream().filter(kind -> kind != MEMORY).toList();
        if (meant.size() == 1) {
            return meant.get(0);
        }
        throw meant.isEmpty()
                ? new StartRefusedException(
                        "There is no store on the class path.", "Add " + artifacts(List.of(values()), " or ") + ".")
                : new StartRefusedException(
                        "There are several stores on the class path: " + artifacts(meant, " and ") + ".",
                        "Set rehydrate.store to one of them: "
                                + String.join(
                                        " or ",
                                        meant.stream().map(StoreKind::word).toList()) + ".");
    }

    /** Refuses a store that was named and is not there. */
    StoreKind required() {
        return requiredBy("rehydrate.store is " + word());
    }

    /** Refuses what needs this store if it is not there. */
    StoreKind requiredBy(String setting) {
        if (!isPresent()) {
            throw new StartRefusedException(
                    setting + ", and " + artifact() + " is not on the class path.",
                    "Add the dependency dev.rehydrate:" + artifact() + ", or change the setting.");
        }
        return this;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    private String artifact() {
        return "rehydrate-store-" + word();
    }

    private boolean isPresent() {
        return ClassUtils.isPresent(entry, ClassUtils.getDefaultClassLoader());
    }

    private static String artifacts(List<StoreKind> kinds, String parted) {
        return String.join(parted, kinds.stream().map(StoreKind::artifact).toList());
    }
}
