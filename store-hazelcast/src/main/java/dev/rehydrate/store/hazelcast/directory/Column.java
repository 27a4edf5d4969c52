// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.directory;

import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.InstanceHeader;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A value of the header by which instances are listed together.
 *
 * @param kind what it says
 * @param value the value, which is equal for all that are listed under it
 */
public record Column(Kind kind, Object value) {

    /** What a header says. */
    public enum Kind {
        /** How far the instance has come. */
        STATE,
        /** That it is suspended; only true is listed. */
        SUSPENDED,
        /** The name of its definition. */
        DEFINITION,
        /** The type of its hosts. */
        HOST_TYPE
    }

    /** Names all under which an instance is listed. */
    static void eachOf(InstanceHeader header, Consumer<Column> receiver) {
        receiver.accept(new Column(Kind.STATE, header.state()));
        if (header.suspension() != null) {
            receiver.accept(new Column(Kind.SUSPENDED, true));
        }
        DefinitionIdentity definition = header.definition();
        if (definition != null) {
            receiver.accept(new Column(Kind.DEFINITION, definition.name()));
        }
        String hostType = header.hostType();
        if (hostType != null) {
            receiver.accept(new Column(Kind.HOST_TYPE, hostType));
        }
    }

    /** Tells whether an instance is listed under this. */
    public boolean isOf(InstanceHeader header) {
        return switch (kind) {
            case STATE -> value == header.state();
            case SUSPENDED -> header.suspension() != null;
            case DEFINITION ->
                header.definition() != null && value.equals(header.definition().name());
            case HOST_TYPE -> value.equals(header.hostType());
        };
    }

    /** Tells whether two headers are listed under the same values. */
    static boolean areSame(InstanceHeader before, InstanceHeader after) {
        return before.state() == after.state()
                && (before.suspension() == null) == (after.suspension() == null)
                && Objects.equals(before.hostType(), after.hostType())
                && Objects.equals(nameOf(before), nameOf(after));
    }

    private static @Nullable String nameOf(InstanceHeader header) {
        DefinitionIdentity definition = header.definition();
        return definition == null ? null : definition.name();
    }
}
