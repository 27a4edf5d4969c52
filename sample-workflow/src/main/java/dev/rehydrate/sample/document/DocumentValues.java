// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.document;

import dev.rehydrate.codec.ValueCodec;
import dev.rehydrate.codec.kryo.KryoCodec;
import dev.rehydrate.host.StateMapping;
import dev.rehydrate.instance.InstanceValue;
import dev.rehydrate.instance.InstanceValue.Option;
import dev.rehydrate.instance.ValueBag;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The named values of an instance: the document, the bytes of its attachment, and two that no load hands back, for queries by
 * tools.
 */
final class DocumentValues implements StateMapping<DocumentState> {

    static final String DOCUMENT = "document";
    static final String CONTENT = "content";
    static final String ID = "documentId";
    static final String EDITS = "edits";

    /** What stands for our types in stored bytes; an id is never used for another type. */
    static ValueCodec codec() {
        return KryoCodec.builder()
                .register(1, Document.class)
                .register(2, Attachment.class)
                .build();
    }

    @Override
    public Map<String, InstanceValue> toValues(DocumentState state) {
        Document document = state.document();
        Map<String, InstanceValue> values = new LinkedHashMap<>();
        values.put(DOCUMENT, InstanceValue.of(document));
        values.put(ID, InstanceValue.of(document.id()).with(Option.PROMOTED, Option.WRITE_ONLY));
        values.put(EDITS, InstanceValue.of(document.edits()).with(Option.PROMOTED, Option.WRITE_ONLY));
        Blob content = state.content();
        if (content != null) {
            values.put(CONTENT, InstanceValue.of(content.toBytes()));
        }
        return values;
    }

    @Override
    public DocumentState fromValues(ValueBag values) {
        Document document = Objects.requireNonNull(values.get(DOCUMENT, Document.class), DOCUMENT);
        Blob content = values.find(CONTENT, byte[].class).map(Blob::of).orElse(null);
        return new DocumentState(document, content);
    }
}
