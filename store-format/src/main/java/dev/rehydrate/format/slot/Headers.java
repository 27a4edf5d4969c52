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
import org.jspecify.annotations.Nullable;

/** The header of an instance. */
public final class Headers {

    private Headers() {}

    public static void write(WireOutput out, InstanceHeader header) {
        int section = out.beginSection();
        writeFields(out, header);
        out.endSection(section);
    }

    private static void writeFields(WireOutput out, InstanceHeader header) {
        Instant updatedAt = unlessEqual(header.updatedAt(), header.createdAt());
        out.number(WireOutput.bit(header.holder(), 0)
                | WireOutput.bit(header.dueAt(), 1)
                | WireOutput.bit(header.suspension(), 2)
                | WireOutput.bit(header.hostType(), 3)
                | WireOutput.bit(header.definition(), 4)
                | WireOutput.bit(updatedAt, 5)
                | WireOutput.bit(header.expiresAt(), 6));
        Ids.write(out, header.id());
        Ids.write(out, header.revision());
        Ids.write(out, header.token());
        out.code(Codes.of(header.state()));
        if (header.holder() != null) {
            Ids.write(out, header.holder());
        }
        writeInstant(out, header.dueAt());
        out.optional(header.suspension(), Headers::writeSuspension);
        out.instant(header.createdAt());
        if (header.hostType() != null) {
            out.text(header.hostType());
        }
        if (header.definition() != null) {
            Definitions.write(out, header.definition());
        }
        writeInstant(out, updatedAt);
        writeInstant(out, header.expiresAt());
    }

    private static void writeInstant(WireOutput out, @Nullable Instant instant) {
        if (instant != null) {
            out.instant(instant);
        }
    }

    public static InstanceHeader read(WireInput in) throws IOException {
        int outer = in.enter();
        InstanceHeader header = readFields(in);
        in.leave(outer);
        return header;
    }

    private static InstanceHeader readFields(WireInput in) throws IOException {
        WireInput.Presence present = in.presence();
        InstanceId id = Ids.instance(in);
        Revision revision = Ids.revision(in);
        FencingToken token = Ids.token(in);
        InstanceState state = Codes.state(in.code());
        OwnerId holder = present.next() ? Ids.owner(in) : null;
        Instant dueAt = present.next() ? in.instant() : null;
        Suspension suspension = present.next(Headers::suspension);
        Instant createdAt = in.instant();
        String hostType = present.next() ? in.text() : null;
        DefinitionIdentity definition = present.next() ? Definitions.read(in) : null;
        Instant updatedAt = present.next() ? in.instant() : createdAt;
        Instant expiresAt = present.next() ? in.instant() : null;
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
