// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.slot;

import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.instance.DefinitionFilter;
import dev.rehydrate.instance.DefinitionIdentity;
import dev.rehydrate.instance.DefinitionVersion;
import java.io.IOException;
import java.util.Comparator;

/** What instances are made from, and which of that an owner can run. */
public final class Definitions {

    private static final Comparator<DefinitionIdentity> ORDER = Comparator.comparing(DefinitionIdentity::name)
            .thenComparing(DefinitionIdentity::version)
            .thenComparing(DefinitionIdentity::scope, Comparator.nullsFirst(Comparator.naturalOrder()));

    private Definitions() {}

    public static void write(WireOutput out, DefinitionIdentity definition) {
        int section = out.beginSection();
        writeFields(out, definition);
        out.endSection(section);
    }

    private static void writeFields(WireOutput out, DefinitionIdentity definition) {
        out.presence(definition.scope(), definition.version().text());
        out.text(definition.name());
        out.number(definition.version().major());
        out.number(definition.version().minor());
        out.number(definition.version().build());
        out.number(definition.version().revision());
        out.optional(definition.scope(), WireOutput::text);
        out.optional(definition.version().text(), WireOutput::text);
    }

    public static DefinitionIdentity read(WireInput in) throws IOException {
        int outer = in.enter();
        DefinitionIdentity definition = readFields(in);
        in.leave(outer);
        return definition;
    }

    private static DefinitionIdentity readFields(WireInput in) throws IOException {
        WireInput.Presence present = in.presence();
        String name = in.text();
        DefinitionVersion numbers = new DefinitionVersion(in.small(), in.small(), in.small(), in.small());
        String scope = present.next(WireInput::text);
        String text = present.next(WireInput::text);
        return new DefinitionIdentity(name, text == null ? numbers : DefinitionVersion.parse(text), scope);
    }

    public static void write(WireOutput out, DefinitionFilter filter) {
        out.section(filter, (each, it) -> {
            each.code(Codes.of(it.match()));
            each.flag(it.unidentified());
            each.sorted(it.identities(), ORDER, Definitions::write);
        });
    }

    public static DefinitionFilter filter(WireInput in) throws IOException {
        return in.section(each -> {
            DefinitionFilter.Match match = Codes.constant(DefinitionFilter.Match.values(), Codes::of, each.code());
            boolean unidentified = each.flag();
            return new DefinitionFilter(match, each.set(Definitions::read), unidentified);
        });
    }
}
