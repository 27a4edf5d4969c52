// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.correlation;

import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.KeyContent;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** How the content of a message becomes 128 bits. Both are the same on every machine; a text has one key for ever. */
public enum KeyAlgorithm {

    /**
     * The first 128 bits of SHA-256 over the content, as {@link KeyContent} writes it. {@link InstanceKey#of(String, Map)}
     * gives the same key for the same scope and parts. Clients choose contents, and cannot choose two with one key.
     */
    SHA_256_128 {
        @Override
        String canonical(String text) {
            return KeyContent.canonical(text);
        }

        @Override
        CorrelationKey keyOf(String scope, Map<String, String> parts) {
            KeyContent content = KeyContent.of(scope, parts);
            String text = content.text();
            return new CorrelationKey(
                    KeyContent.hash(text),
                    this,
                    content.scope(),
                    text,
                    content.parts().keySet());
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
            if (!KeyContent.isWellFormed(text)) {
                throw new IllegalArgumentException("not well-formed text: it has half a surrogate pair");
            }
            return text;
        }

        @Override
        CorrelationKey keyOf(String scope, Map<String, String> parts) {
            if (scope.isBlank()) {
                throw new IllegalArgumentException("a key needs a scope");
            }
            SortedMap<String, String> present = new TreeMap<>();
            parts.forEach((name, value) -> {
                if (!canonical(value).isEmpty()) {
                    present.put(canonical(name), value);
                }
            });
            String text = KeyText.ofChecksum(canonical(scope), present);
            byte[] digest = md5(text);
            InstanceKey key = new InstanceKey(KeyBits.guidHigh(digest), KeyBits.bigEndian(digest, 8));
            return new CorrelationKey(key, this, scope, text, present.keySet());
        }
    };

    /** The one form of all texts that shall mean the same; fails if the text is not well-formed. */
    abstract String canonical(String text);

    /** The key of some content, with the text that was hashed. */
    abstract CorrelationKey keyOf(String scope, Map<String, String> parts);

    private static byte[] md5(String text) {
        try {
            return MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_16LE));
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException("this JDK has no MD5", everyJdkHasIt);
        }
    }
}
