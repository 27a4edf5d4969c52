// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import dev.rehydrate.engine.OwnerRecord;
import dev.rehydrate.format.slot.Codes;
import dev.rehydrate.format.slot.Definitions;
import dev.rehydrate.format.slot.Ids;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.instance.CompletionAction;
import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.OwnerDescription;
import dev.rehydrate.instance.OwnerId;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;

/** How owners are stored. */
public final class OwnerFormat {

    static final Frame FRAME = Frame.first("an owner", 'W');

    private OwnerFormat() {}

    /**
     * Writes an owner.
     *
     * @param owner the owner
     * @param out where to
     * @throws IOException if the sink fails
     */
    public static void write(OwnerRecord owner, DataOutput out) throws IOException {
        FRAME.write(owner, out, (head, it) -> head.section(it, OwnerFormat::writeFields));
    }

    /**
     * Reads an owner.
     *
     * @param in where from
     * @return the owner
     * @throws WireFormatException if these are not the bytes of an owner that this version can read
     */
    public static OwnerRecord read(DataInput in) throws WireFormatException {
        return FRAME.read(in, 0, head -> head.section(OwnerFormat::readFields));
    }

    private static void writeFields(WireOutput out, OwnerRecord owner) {
        Ids.write(out, owner.id());
        out.section(owner.description(), OwnerFormat::writeDescription);
        out.duration(owner.lease());
        out.signed(owner.beat());
    }

    private static OwnerRecord readFields(WireInput in) throws IOException {
        OwnerId id = Ids.owner(in);
        OwnerDescription description = in.section(OwnerFormat::description);
        return new OwnerRecord(id, description, in.duration(), in.signed());
    }

    private static void writeDescription(WireOutput out, OwnerDescription description) {
        out.presence(description.hostType());
        out.optional(description.hostType(), WireOutput::text);
        Definitions.write(out, description.definitions());
        out.code(Codes.of(description.completion()));
        writeFacts(out, description.published());
        writeFacts(out, description.unpublished());
    }

    private static OwnerDescription description(WireInput in) throws IOException {
        String hostType = in.presence().next(WireInput::text);
        DefinitionFilter definitions = Definitions.filter(in);
        CompletionAction completion = Codes.constant(CompletionAction.values(), Codes::of, in.code());
        return new OwnerDescription(hostType, definitions, completion, facts(in), facts(in));
    }

    private static void writeFacts(WireOutput out, Map<String, String> facts) {
        out.sorted(facts.entrySet(), Map.Entry.comparingByKey(), (each, fact) -> {
            each.text(fact.getKey());
            each.text(fact.getValue());
        });
    }

    private static Map<String, String> facts(WireInput in) throws IOException {
        return in.map(WireInput::text, WireInput::text);
    }
}
