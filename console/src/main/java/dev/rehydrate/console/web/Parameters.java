// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console.web;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Named values of a query or of a form, in their order.
 *
 * @param values the values by name
 */
public record Parameters(Map<String, List<String>> values) {

    private static final Pattern NOT_ASCII = Pattern.compile("[^\\x00-\\x7f]+");

    /** Copies the map. */
    public Parameters {
        Map<String, List<String>> copy = new LinkedHashMap<>();
        values.forEach((name, all) -> copy.put(name, List.copyOf(all)));
        values = Collections.unmodifiableMap(copy);
    }

    /**
     * Reads the form {@code application/x-www-form-urlencoded}.
     *
     * @param encoded the text, or null for none
     * @return the parameters
     * @throws IllegalArgumentException if a part cannot be decoded: without it, the rest would mean something else; the message is
     *     for people, and names the part without its value, which may be secret
     */
    public static Parameters parse(@Nullable String encoded) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String part : (encoded == null ? "" : encoded).split("&", -1)) {
            add(values, part);
        }
        return new Parameters(values);
    }

    private static void add(Map<String, List<String>> values, String part) {
        int at = part.indexOf('=');
        String name = decoded(at < 0 ? part : part.substring(0, at), "the name of a value");
        String value = at < 0 ? "" : decoded(part.substring(at + 1), "the value of '" + name + "'");
        if (!name.isEmpty()) {
            values.computeIfAbsent(name, first -> new ArrayList<>()).add(value);
        }
    }

    private static String decoded(String text, String what) {
        // Each byte as one character, so that bytes that are not UTF-8 are seen. Browsers encode all but ASCII; others
        // may not.
        String ascii = NOT_ASCII.matcher(text).replaceAll(other -> encoded(other.group()));
        try {
            byte[] bytes = URLDecoder.decode(ascii, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1);
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (IllegalArgumentException notHexadecimal) {
            throw new IllegalArgumentException(
                    what + " cannot be decoded: a % in it is not followed by two hexadecimal digits", notHexadecimal);
        } catch (CharacterCodingException notText) {
            throw new IllegalArgumentException(what + " cannot be decoded: what it encodes is not UTF-8", notText);
        }
    }

    /**
     * Encodes one part of a path or of a query.
     *
     * @param text any text
     * @return the text, percent-encoded
     */
    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /**
     * Returns a value that is not blank.
     *
     * @param name its name
     * @return the first value of that name without surrounding blanks, or empty
     */
    public Optional<String> find(String name) {
        return all(name).stream()
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .findFirst();
    }

    /**
     * Returns all values of a name.
     *
     * @param name the name
     * @return the values in their order; empty if there is none
     */
    public List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /**
     * The same with one value in place of all of its name.
     *
     * @param name the name
     * @param value the value, or null for none
     * @return a copy
     */
    public Parameters with(String name, @Nullable String value) {
        Map<String, List<String>> copy = new LinkedHashMap<>(values);
        if (value == null) {
            copy.remove(name);
        } else {
            copy.put(name, List.of(value));
        }
        return new Parameters(copy);
    }

    /**
     * The same without what has another name.
     *
     * @param names the names that stay
     * @return a copy
     */
    public Parameters only(Collection<String> names) {
        Map<String, List<String>> copy = new LinkedHashMap<>(values);
        copy.keySet().retainAll(names);
        return new Parameters(copy);
    }

    /** {@return all that is not blank, as a query without the question mark} */
    public String query() {
        List<String> parts = new ArrayList<>();
        values.forEach((name, all) -> all.stream()
                .filter(value -> !value.isBlank())
                .forEach(value -> parts.add(encoded(name) + "=" + encoded(value))));
        return String.join("&", parts);
    }
}
