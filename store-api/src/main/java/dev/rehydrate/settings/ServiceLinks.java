// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.settings;

import java.util.regex.Pattern;

/**
 * The environment variables that Kubernetes sets in every container for each Service of its namespace. A Service named {@code
 * rehydrate}, or one whose name begins with {@code rehydrate-}, gives them the prefix of the settings, but none of them is one
 * (ADR 135).
 */
public final class ServiceLinks {

    private static final Pattern NAME = Pattern.compile("REHYDRATE_(?:[A-Z0-9_]+_)?"
            + "(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]+)?|PORT_[0-9]+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)");
    private static final String PORT = "_PORT";
    private static final Pattern URL = Pattern.compile("(?:tcp|udp|sctp)://[^/\\s]+:[0-9]{1,5}");

    private ServiceLinks() {}

    /**
     * Tells such a variable from a setting. {@code REHYDRATE_PORT} may be either: the value of the one is a URL, that of the
     * other a number.
     *
     * @param name the name of an environment variable
     * @param value its value
     * @return whether Kubernetes has set it for a Service
     */
    public static boolean isOne(String name, String value) {
        return NAME.matcher(name).matches()
                || (name.endsWith(PORT) && URL.matcher(value).matches());
    }
}
