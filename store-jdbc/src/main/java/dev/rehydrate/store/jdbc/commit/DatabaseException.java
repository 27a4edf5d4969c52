// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.commit;

import dev.rehydrate.command.failure.InstanceStoreException.Effect;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A call of the database failed: whether it may have taken effect, and whether the same call can succeed later. */
public final class DatabaseException extends RuntimeException {

    private static final long serialVersionUID = 1;
    private static final String LOCK_TIMEOUT = "55P03";
    /** Access rules and names, schemas; H2 has a number of its own for a missing right. */
    private static final List<String> OF_TABLES = List.of("42", "3F", "90096");

    private final Effect effect;
    private final boolean isTransient;

    /**
     * Describes the failure.
     *
     * @param effect {@code NONE} is a promise: what was to be written was not written, and never will be
     * @param isTransient whether the same call can succeed later: a deadlock, a lost connection; not a value that the database
     *     does not take
     * @param what for people
     * @param cause what led to it, or null
     */
    public DatabaseException(Effect effect, boolean isTransient, String what, @Nullable Throwable cause) {
        super(what, cause);
        this.effect = Objects.requireNonNull(effect, "effect");
        this.isTransient = isTransient;
    }

    /** {@return whether it may have taken effect} */
    public Effect effect() {
        return effect;
    }

    /** {@return whether the same call can succeed later} */
    public boolean isTransient() {
        return isTransient;
    }

    /** {@return whether another transaction has locked what it needs} */
    public boolean isOfLock() {
        return LOCK_TIMEOUT.equals(state());
    }

    /** {@return whether a right, a table or a column is missing: no slot is taken, and to try each alone costs a connection for each} */
    public boolean isOfTables() {
        return OF_TABLES.stream().anyMatch(state()::startsWith);
    }

    private String state() {
        return getCause() instanceof SQLException cause ? String.valueOf(cause.getSQLState()) : "";
    }
}
