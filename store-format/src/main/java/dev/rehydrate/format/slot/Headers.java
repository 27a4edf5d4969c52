// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.slot;

import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceState;
import dev.rehydrate.instance.OwnerId;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.instance.Suspension;
import java.io.IOException;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The header of an instance. */
public final class Headers {

    private Headers() {}

    public static void write(WireOutput out, InstanceHeader header) {
        out.section(header, Headers::writeFields);
    }

    private static void writeFields(WireOutput out, InstanceHeader header) {
        Instant updatedAt = unlessEqual(header.updatedAt(), header.createdAt());
        out.presence(
                header.holder(),
                header.dueAt(),
                header.suspension(),
                header.hostType(),
                header.definition(),
                updatedAt,
                header.expiresAt());
        Ids.write(out, header.id());
        Ids.write(out, header.revision());
        Ids.write(out, header.token());
        out.code(Codes.of(header.state()));
        out.optional(header.holder(), Ids::write);
        out.optional(header.dueAt(), WireOutput::instant);
        out.optional(header.suspension(), Headers::writeSuspension);
        out.instant(header.createdAt());
        out.optional(header.hostType(), WireOutput::text);
        out.optional(header.definition(), Definitions::write);
        out.optional(updatedAt, WireOutput::instant);
        out.optional(header.expiresAt(), WireOutput::instant);
    }

    public static InstanceHeader read(WireInput in) throws IOException {
        return in.section(Headers::readFields);
    }

    private static InstanceHeader readFields(WireInput in) throws IOException {
        WireInput.Presence present = in.presence();
        InstanceId id = Ids.instance(in);
        Revision revision = Ids.revision(in);
        FencingToken token = Ids.token(in);
        InstanceState state = Codes.constant(InstanceState.values(), Codes::of, in.code());
        OwnerId holder = present.next(Ids::owner);
        Instant dueAt = present.next(WireInput::instant);
        Suspension suspension = present.next(Headers::suspension);
        Instant createdAt = in.instant();
        String hostType = present.next(WireInput::text);
        DefinitionIdentity definition = present.next(Definitions::read);
        Instant updatedAt = Objects.requireNonNullElse(present.next(WireInput::instant), createdAt);
        Instant expiresAt = present.next(WireInput::instant);
        return new InstanceHeader(
                id,
                revision,
                token,
                state,
                holder,
                hostType,
                definition,
                suspension,
                dueAt,
                createdAt,
                updatedAt,
                expiresAt);
    }

    /** What is mostly the same as something else need not be said then. */
    public static @Nullable Instant unlessEqual(Instant instant, @Nullable Instant other) {
        return instant.equals(other) ? null : instant;
    }

    private static void writeSuspension(WireOutput out, Suspension suspension) {
        out.section(suspension, (each, it) -> {
            each.presence(it.failure(), it.failed() ? it : null);
            each.text(it.reason());
            each.instant(it.since());
            each.optional(it.failure(), WireOutput::text);
        });
    }

    private static Suspension suspension(WireInput in) throws IOException {
        return in.section(each -> {
            WireInput.Presence present = each.presence();
            String reason = each.text();
            Instant since = each.instant();
            String failure = present.next(WireInput::text);
            boolean failed = present.next(mark -> true) != null;
            return new Suspension(reason, failure, since, failed);
        });
    }
}
