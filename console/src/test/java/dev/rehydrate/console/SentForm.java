// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console;

import dev.rehydrate.console.web.Parameters;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A form with the method GET as a browser without scripts sends it: references are resolved, and line breaks become CR LF. */
final class SentForm {

    private static final Pattern INPUT = Pattern.compile("<input([^>]*)>");
    private static final Pattern NAME = Pattern.compile(" name=\"([^\"]*)\"");
    private static final Pattern VALUE = Pattern.compile(" value=\"([^\"]*)\"");
    private static final Pattern REFERENCE = Pattern.compile("&(?:#x([0-9a-f]+)|#(\\d+)|(lt|gt|amp|quot));");

    private SentForm() {}

    /** The address to which the form with this action leads; what was chosen comes last, such as {@code action=suspend}. */
    static String address(String page, String action, String chosen) {
        Matcher form = Pattern.compile("(?s)<form method=\"get\" action=\"" + action + "\".*?</form>")
                .matcher(page);
        if (!form.find()) {
            throw new AssertionError("no form leads to " + action);
        }
        List<String> parts = new ArrayList<>();
        Matcher input = INPUT.matcher(form.group());
        while (input.find()) {
            String attributes = input.group(1);
            boolean unchecked = attributes.contains("\"checkbox\"") && !attributes.contains(" checked");
            if (!unchecked) {
                String value = attribute(VALUE, attributes).replaceAll("\r?\n|\r(?!\n)", "\r\n");
                parts.add(Parameters.encoded(attribute(NAME, attributes)) + "=" + Parameters.encoded(value));
            }
        }
        return action + "?" + String.join("&", parts) + (chosen.isEmpty() ? "" : "&" + chosen);
    }

    private static String attribute(Pattern pattern, String attributes) {
        Matcher found = pattern.matcher(attributes);
        return found.find() ? REFERENCE.matcher(found.group(1)).replaceAll(SentForm::resolved) : "";
    }

    private static String resolved(java.util.regex.MatchResult reference) {
        String text;
        if (reference.group(1) != null) {
            text = Character.toString(Integer.parseInt(reference.group(1), 16));
        } else if (reference.group(2) != null) {
            text = Character.toString(Integer.parseInt(reference.group(2)));
        } else {
            text = switch (reference.group(3)) {
                case "lt" -> "<";
                case "gt" -> ">";
                case "amp" -> "&";
                default -> "\"";
            };
        }
        return Matcher.quoteReplacement(text);
    }
}
