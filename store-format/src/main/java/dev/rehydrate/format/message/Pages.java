// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.message;

import dev.rehydrate.command.outcome.InstancePage;
import dev.rehydrate.format.slot.Headers;
import dev.rehydrate.format.slot.PromotedValues;
import dev.rehydrate.format.wire.WireInput;
import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.PromotedValue;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** What a query found. */
public final class Pages {

    private Pages() {}

    public static void write(WireOutput out, InstancePage page) {
        out.signed(page.total());
        out.list(page.entries(), (each, entry) -> each.section(entry, Pages::writeEntry));
        if (page.gap() != null) {
            out.text(page.gap());
        }
    }

    public static InstancePage read(WireInput in) throws IOException {
        long total = in.signed();
        List<InstancePage.Entry> entries = in.list(each -> each.section(Pages::entry));
        return new InstancePage(entries, total, in.isAtEnd() ? null : in.text());
    }

    private static void writeEntry(WireOutput out, InstancePage.Entry entry) {
        if (!entry.data().names().isEmpty() || !entry.metadata().names().isEmpty()) {
            throw new IllegalArgumentException("a page with values travels as records, not as entries");
        }
        Headers.write(out, entry.header());
        out.sorted(entry.promoted().entrySet(), Map.Entry.comparingByKey(), (each, promoted) -> {
            each.text(promoted.getKey());
            PromotedValues.write(each, promoted.getValue());
        });
    }

    private static InstancePage.Entry entry(WireInput in) throws IOException {
        InstanceHeader header = Headers.read(in);
        Map<String, PromotedValue> promoted = in.map(WireInput::text, PromotedValues::read);
        return new InstancePage.Entry(header, promoted);
    }
}
