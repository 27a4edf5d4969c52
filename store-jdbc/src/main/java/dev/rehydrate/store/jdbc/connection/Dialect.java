// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.connection;

import java.util.Locale;

/** Which database it is. All that follows from it is in the files of a directory of this name. */
public enum Dialect {
    POSTGRESQL("PostgreSQL"),
    H2("H2");

    private final String product;

    Dialect(String product) {
        this.product = product;
    }

    public static Dialect of(String product) {
        for (Dialect each : values()) {
            if (each.product.equals(product)) {
                return each;
            }
        }
        throw new IllegalStateException("a store needs PostgreSQL or H2; this is " + product);
    }

    /** Whether a URL is one of H2. */
    public static boolean isH2(String url) {
        return url.toLowerCase(Locale.ROOT).startsWith("jdbc:h2:");
    }

    /** The directory of its files. */
    String directory() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** A name as the database keeps it that statements write in lower case. */
    public String identifier(String name) {
        return this == H2 ? name.toUpperCase(Locale.ROOT) : name;
    }
}
