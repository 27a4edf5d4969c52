// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.correlation;

import dev.rehydrate.instance.InstanceKey;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.Normalizer;
import java.util.SortedMap;

/** How the content of a message becomes 128 bits. Both are the same on every machine; a text has one key for ever. */
public enum KeyAlgorithm {

    /**
     * The first 128 bits of SHA-256 over the UTF-8 of {@code rehydrate-key/1,} followed by scope, names and values, names in
     * the order of their UTF-16 code units, each written as its length in UTF-8 bytes, a colon, the text and a comma. Clients
     * choose contents, and cannot choose two with one key.
     *
     * <p>Text is brought to Unicode's composed form (NFC) first, so that an accented letter typed as one or as two code
     * points means the same instance; a value of white space only counts as missing; other white space and case matter.
     */
    SHA_256_128 {
        @Override
        String canonical(String text) {
            return Normalizer.normalize(text, Normalizer.Form.NFC);
        }

        @Override
        boolean isMissing(String canonicalValue) {
            return canonicalValue.isBlank();
        }

        @Override
        String text(String scope, SortedMap<String, String> parts) {
            return KeyText.ofLengthPrefixes(scope, parts);
        }

        @Override
        InstanceKey hash(String text) {
            byte[] digest = digest("SHA-256", text, StandardCharsets.UTF_8);
            return new InstanceKey(KeyBits.bigEndian(digest, 0), KeyBits.bigEndian(digest, 8));
        }
    },

    /**
     * What Windows Workflow Foundation computes (contract §5.6): MD5 over UTF-16, read as a .NET Guid whose text equals the
     * text of the key. To share keys with .NET hosts; contents with equal keys can be made on purpose, which only the kept
     * text then finds out. Text is taken as it is.
     */
    WF_COMPATIBLE {
        @Override
        String canonical(String text) {
            return text;
        }

        @Override
        boolean isMissing(String canonicalValue) {
            return canonicalValue.isEmpty();
        }

        @Override
        String text(String scope, SortedMap<String, String> parts) {
            return KeyText.ofChecksum(scope, parts);
        }

        @Override
        InstanceKey hash(String text) {
            byte[] digest = digest("MD5", text, StandardCharsets.UTF_16LE);
            return new InstanceKey(KeyBits.guidHigh(digest), KeyBits.bigEndian(digest, 8));
        }
    };

    /** The one form of all texts that shall mean the same. */
    abstract String canonical(String text);

    /** Whether a value says nothing. */
    abstract boolean isMissing(String canonicalValue);

    /** The text that is hashed, and kept with the key. */
    abstract String text(String scope, SortedMap<String, String> parts);

    abstract InstanceKey hash(String text);

    private static byte[] digest(String algorithm, String text, Charset encoding) {
        try {
            return MessageDigest.getInstance(algorithm).digest(text.getBytes(encoding));
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException("this JDK has no " + algorithm, everyJdkHasIt);
        }
    }
}
