// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.format.wire.WireOutput;
import dev.rehydrate.slot.Slot;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;

/** There and back again, over byte arrays. */
final class Wire {

    interface Writer<T> {
        void write(T content, DataOutput out) throws IOException;
    }

    interface Reader<T> {
        T read(DataInput in) throws IOException;
    }

    private Wire() {}

    static <T> byte[] bytes(T content, Writer<? super T> writer) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            writer.write(content, new DataOutputStream(bytes));
        } catch (IOException notInMemory) {
            throw new UncheckedIOException(notInMemory);
        }
        return bytes.toByteArray();
    }

    static <T> T read(byte[] bytes, Reader<T> reader) {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        try {
            T content = reader.read(in);
            assertThat(in.available()).as("bytes left over").isZero();
            return content;
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    static Slot slot(byte[] bytes) {
        return read(bytes, SlotFormat::read);
    }

    static WireFormatException refusal(byte[] bytes, Reader<?> reader) {
        return refusal(new DataInputStream(new ByteArrayInputStream(bytes)), reader);
    }

    static WireFormatException refusal(DataInput in, Reader<?> reader) {
        try {
            throw new AssertionError("these bytes must be refused, and not become " + reader.read(in));
        } catch (WireFormatException refused) {
            return refused;
        } catch (IOException other) {
            throw new AssertionError("refused by something else", other);
        }
    }

    /** A sound frame around a head that the caller writes by hand. */
    static byte[] framed(Frame frame, Consumer<WireOutput> head) {
        return bytes(head, (content, out) -> frame.write(content, out, (wire, it) -> it.accept(wire)));
    }
}
