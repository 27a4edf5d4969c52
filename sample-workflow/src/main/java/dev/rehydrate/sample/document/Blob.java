// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.document;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Bytes that do not change. */
public final class Blob {

    private final byte[] bytes;

    private Blob(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Copies bytes.
     *
     * @param bytes the content
     * @return the same content, out of reach of later changes
     */
    public static Blob of(byte[] bytes) {
        return new Blob(bytes.clone());
    }

    /** {@return a copy of the content} */
    public byte[] toBytes() {
        return bytes.clone();
    }

    /** {@return how many bytes there are} */
    public int size() {
        return bytes.length;
    }

    /** {@return the SHA-256 of the content, in hexadecimal} */
    public String sha256() {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException("this JDK has no SHA-256", everyJdkHasIt);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Blob that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** {@return the size; never the content} */
    @Override
    public String toString() {
        return bytes.length + " bytes";
    }
}
