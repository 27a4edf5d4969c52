// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.farm;

import dev.rehydrate.codec.ValueCodec;
import dev.rehydrate.codec.ValueCodingException;
import dev.rehydrate.codec.ValueCodingException.Reason;
import java.nio.charset.StandardCharsets;

/** An application's codec: knows one mutable type and no other. */
public final class NoteCodec implements ValueCodec {

    /** A type of the application, mutable on purpose. */
    public static final class Note {
        private String text;

        /** Begins with a text. */
        public Note(String text) {
            this.text = text;
        }

        /** Replaces the text. */
        public void rewrite(String next) {
            text = next;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private final int version;

    /** Writes the first version of the schema. */
    public NoteCodec() {
        this(1);
    }

    /** Writes a version of the schema; reads every one. */
    public NoteCodec(int version) {
        this.version = version;
    }

    @Override
    public String id() {
        return "note";
    }

    @Override
    public int schemaVersion() {
        return version;
    }

    @Override
    public byte[] encode(Object value) {
        if (value instanceof Note note) {
            return note.text.getBytes(StandardCharsets.UTF_8);
        }
        throw new ValueCodingException(
                Reason.UNKNOWN_TYPE, "not a note: a " + value.getClass().getName());
    }

    @Override
    public <T> T decode(byte[] bytes, Class<T> type, int writtenVersion) {
        if (type.isAssignableFrom(Note.class)) {
            return type.cast(new Note(new String(bytes, StandardCharsets.UTF_8)));
        }
        throw new ValueCodingException(Reason.OTHER_TYPE, "holds a note, not a " + type.getName());
    }
}
