// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.story;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Random;

/**
 * The content of an attached file, known by its digest.
 *
 * @param name the name of the file
 * @param bytes its size
 * @param sha256 the digest, in hexadecimal
 */
public record Content(String name, int bytes, String sha256) {

    static Content of(Step.Attach attach) {
        return new Content(attach.name(), attach.bytes(), digest(make(attach)));
    }

    /**
     * Makes the bytes that a step attaches. They are the same on every machine and cannot be compressed.
     *
     * @param attach size and seed
     * @return the bytes
     */
    public static byte[] make(Step.Attach attach) {
        byte[] bytes = new byte[attach.bytes()];
        new Random(attach.seed()).nextBytes(bytes);
        return bytes;
    }

    /**
     * Computes a digest.
     *
     * @param bytes any bytes
     * @return their SHA-256, in hexadecimal
     */
    public static String digest(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException("this JDK has no SHA-256", everyJdkHasIt);
        }
    }
}
