// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.message;

import dev.rehydrate.command.change.DefinitionChange;
import dev.rehydrate.command.change.DueChange;
import dev.rehydrate.command.change.IdleTtlChange;
import dev.rehydrate.command.change.SuspensionChange;
import dev.rehydrate.format.slot.Definitions;
import dev.rehydrate.format.wire.Variants;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import java.io.IOException;

/** What a command does to the single fields of a header. */
public final class HeaderChanges {

    public static final Variants<DueChange> DUE = new Variants<DueChange>("a change of the due time")
            .with(1, new DueChange.Keep())
            .with(2, new DueChange.Never())
            .with(3, DueChange.At.class, (out, it) -> out.instant(it.when()), in -> new DueChange.At(in.instant()))
            .with(
                    4,
                    DueChange.After.class,
                    (out, it) -> out.duration(it.delay()),
                    in -> new DueChange.After(in.duration()));

    public static final Variants<SuspensionChange> SUSPENSION = new Variants<SuspensionChange>(
                    "a change of the suspension")
            .with(1, new SuspensionChange.Keep())
            .with(2, new SuspensionChange.Resume())
            .with(3, SuspensionChange.Suspend.class, HeaderChanges::writeSuspend, HeaderChanges::suspend);

    public static final Variants<DefinitionChange> DEFINITION = new Variants<DefinitionChange>(
                    "a change of the definition")
            .with(1, new DefinitionChange.Keep())
            .with(2, DefinitionChange.Set.class, HeaderChanges::writeDefinition, HeaderChanges::definition);

    public static final Variants<IdleTtlChange> IDLE_TTL = new Variants<IdleTtlChange>("a change of the time to live")
            .with(1, new IdleTtlChange.Keep())
            .with(2, IdleTtlChange.Set.class, HeaderChanges::writeIdleTtl, HeaderChanges::idleTtl);

    private HeaderChanges() {}

    private static void writeSuspend(WireOutput out, SuspensionChange.Suspend suspend) {
        out.presence(suspend.failure(), suspend.failed() ? suspend : null);
        out.text(suspend.reason());
        out.optional(suspend.failure(), WireOutput::text);
    }

    private static SuspensionChange.Suspend suspend(WireInput in) throws IOException {
        WireInput.Presence present = in.presence();
        String reason = in.text();
        String failure = present.next(WireInput::text);
        return new SuspensionChange.Suspend(reason, failure, present.next(mark -> true) != null);
    }

    private static void writeDefinition(WireOutput out, DefinitionChange.Set set) {
        out.presence(set.identity());
        out.optional(set.identity(), Definitions::write);
    }

    private static DefinitionChange.Set definition(WireInput in) throws IOException {
        return new DefinitionChange.Set(in.presence().next(Definitions::read));
    }

    private static void writeIdleTtl(WireOutput out, IdleTtlChange.Set set) {
        out.presence(set.ttl());
        out.optional(set.ttl(), WireOutput::duration);
    }

    private static IdleTtlChange.Set idleTtl(WireInput in) throws IOException {
        return new IdleTtlChange.Set(in.presence().next(WireInput::duration));
    }
}
