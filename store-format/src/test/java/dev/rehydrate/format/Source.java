// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.format;

import java.io.ByteArrayInputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/**
 * A source as an engine may have it: it does not say how much is left, and at its end fills an array only half without
 * complaint. Anything but single bytes and arrays must not be asked of it, for the order of the bytes of a number is a
 * setting of the engine. Notes how many bytes are taken and the largest array that it was handed.
 */
final class Source {

    private final DataInputStream bytes;
    private final int size;
    private int largestArray;

    Source(byte[] bytes) {
        this.bytes = new DataInputStream(new ByteArrayInputStream(bytes));
        this.size = bytes.length;
    }

    int taken() {
        return size - left();
    }

    int largestArray() {
        return largestArray;
    }

    DataInput input() {
        InvocationHandler handler = (proxy, method, arguments) -> switch (method.getName()) {
            case "readUnsignedByte" -> bytes.readUnsignedByte();
            case "readFully" -> fill((byte[]) arguments[0], (int) arguments[1], (int) arguments[2]);
            default -> throw new AssertionError("asked for more than bytes: " + method);
        };
        return (DataInput)
                Proxy.newProxyInstance(Source.class.getClassLoader(), new Class<?>[] {DataInput.class}, handler);
    }

    private Object fill(byte[] target, int offset, int length) throws IOException {
        largestArray = Math.max(largestArray, target.length);
        if (length > 0 && bytes.read(target, offset, length) < 0) {
            throw new EOFException();
        }
        return null;
    }

    private int left() {
        try {
            return bytes.available();
        } catch (IOException notInMemory) {
            throw new AssertionError(notInMemory);
        }
    }
}
