// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.Normalizer;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a key is made from: a scope, and texts that are unique within it. The same content has the same key on every machine
 * and in every release, whatever locale and time zone are set.
 *
 * <p>Texts are brought to Unicode's composed form (NFC) first, so that an accented letter typed as one or as two code points
 * means the same instance. A value of white space only counts as missing. Other white space and case matter.
 *
 * @param scope the logical name within which the content is unique, for example the service; not blank
 * @param parts the values by name, without missing ones, sorted by the UTF-16 code units of the names; unmodifiable. The name
 *     of a single text without a name is empty.
 */
public record KeyContent(String scope, SortedMap<String, String> parts) {

    private static final String FORMAT = "rehydrate-key/1,";
    private static final String UNNAMED = "";

    /**
     * Brings all texts to their canonical form and leaves out what is missing.
     *
     * @throws IllegalArgumentException if the scope is blank, a text is not well-formed, or two names have the same canonical
     *     form
     */
    public KeyContent {
        if (scope.isBlank()) {
            throw new IllegalArgumentException("a key needs a scope");
        }
        scope = canonical(scope);
        SortedMap<String, String> present = new TreeMap<>();
        parts.forEach((name, value) -> put(present, name, value));
        parts = Collections.unmodifiableSortedMap(present);
    }

    private static void put(SortedMap<String, String> to, String name, String value) {
        Objects.requireNonNull(value, () -> "the part '" + SafeText.line(name) + "' of a key");
        String canonical = canonical(value);
        if (!canonical.isBlank() && to.put(canonical(name), canonical) != null) {
            throw new IllegalArgumentException("there are two parts with the name '" + name + "'");
        }
    }

    /**
     * The content of a key that is made from one text.
     *
     * @param scope the logical name within which the text is unique, not blank
     * @param text the text, not blank
     * @return the content
     * @throws IllegalArgumentException if the scope or the text is blank or not well-formed
     */
    public static KeyContent of(String scope, String text) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("a key needs a text that is not blank; scope=" + SafeText.line(scope));
        }
        return of(scope, Map.of(UNNAMED, text));
    }

    /**
     * The content of a key that is made from named values. The order of the values does not matter.
     *
     * @param scope the logical name within which the values are unique, not blank
     * @param parts the values by name; blank values count as missing. If all are missing, the content is the scope alone.
     * @return the content
     * @throws IllegalArgumentException if the scope is blank, a text is not well-formed, or two names have the same canonical
     *     form
     */
    public static KeyContent of(String scope, Map<String, String> parts) {
        return new KeyContent(scope, new TreeMap<>(parts));
    }

    /**
     * Brings a text to the form that all texts with the same meaning share: Unicode's composed form.
     *
     * @param text any text
     * @return its composed form
     * @throws IllegalArgumentException if the text is not well-formed
     */
    public static String canonical(String text) {
        if (!isWellFormed(text)) {
            throw new IllegalArgumentException("not well-formed text: it has half a surrogate pair");
        }
        return Normalizer.normalize(text, Normalizer.Form.NFC);
    }

    /**
     * Tells whether a text can be encoded without loss. An encoder replaces half a surrogate pair, which would give different
     * texts the same key.
     *
     * @param text any text
     * @return false if the text has half a surrogate pair
     */
    public static boolean isWellFormed(String text) {
        return text.codePoints()
                .noneMatch(point -> point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
    }

    /**
     * Writes the content as one text: {@code rehydrate-key/1,} followed by the scope, the names and the values, each as its
     * length in UTF-8 bytes, a colon, the text and a comma. It can be read back in one way only, so different contents have
     * different texts.
     *
     * @return the text that is hashed
     */
    public String text() {
        StringBuilder text = new StringBuilder(FORMAT);
        append(text, scope);
        parts.forEach((name, value) -> {
            append(text, name);
            append(text, value);
        });
        return text.toString();
    }

    private static void append(StringBuilder to, String text) {
        to.append(text.getBytes(StandardCharsets.UTF_8).length)
                .append(':')
                .append(text)
                .append(',');
    }

    /**
     * Computes the key: the first 128 bits of SHA-256 over the UTF-8 of {@link #text()}. A client that chooses the content
     * cannot choose two contents with the same key.
     *
     * @return the key
     */
    public InstanceKey key() {
        return hash(text());
    }

    /**
     * Computes the key of a text that {@link #text()} has returned.
     *
     * @param text the text
     * @return the key
     */
    public static InstanceKey hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            ByteBuffer bits = ByteBuffer.wrap(digest);
            return new InstanceKey(bits.getLong(), bits.getLong());
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException("this JDK has no SHA-256", everyJdkHasIt);
        }
    }
}
