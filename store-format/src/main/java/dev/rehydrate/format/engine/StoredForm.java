// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format.engine;

import dev.rehydrate.format.WireFormatException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;

/** The formats over byte arrays. */
final class StoredForm {

    /** Writes something in one of the formats. */
    interface Writer<T> {
        void write(T content, DataOutput out) throws IOException;
    }

    /** Reads something in one of the formats. */
    interface Reader<T> {
        T read(DataInput in) throws WireFormatException;
    }

    private StoredForm() {}

    static <T> byte[] bytes(T content, Writer<? super T> format) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        format.write(content, new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    static <T> T read(byte[] bytes, Reader<T> format) throws WireFormatException {
        return format.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    }
}
