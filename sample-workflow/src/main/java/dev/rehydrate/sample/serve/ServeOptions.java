// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.serve;

import dev.rehydrate.sample.text.PathText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How the sample is served.
 *
 * @param nodes the port of each node by its name; 0 for any that is free
 * @param page the port of the page; 0 for any that is free
 * @param data where the documents are, or will be
 * @param token what operators must know, or null if the console only reads
 */
public record ServeOptions(
        Map<String, Integer> nodes,
        int page,
        Path data,
        @Nullable String token) {

    /** The arguments that are known, for people. */
    public static final List<String> KNOWN =
            List.of("--ports=8080,8081", "--page=8082", "--data=DIRECTORY", "--token=TEXT");

    private static final int HIGHEST_PORT = 65_535;
    private static final int FEWEST_TOKEN_CHARACTERS = 8;

    /** Copies the map. */
    public ServeOptions {
        nodes = Map.copyOf(nodes);
    }

    /** Two nodes on 8080 and 8081, the page on 8082, documents below {@code target}, a console that only reads. */
    public static ServeOptions defaults() {
        return new ServeOptions(Map.of("A", 8080, "B", 8081), 8082, Path.of("target", "rehydrate-sample"), null);
    }

    /**
     * Reads arguments.
     *
     * @param arguments each like one of {@link #KNOWN}
     * @return the options
     * @throws IllegalArgumentException if an argument is not known, or cannot be; the message is for people
     */
    public static ServeOptions parse(List<String> arguments) {
        ServeOptions options = defaults();
        for (String argument : arguments) {
            int at = argument.indexOf('=');
            String name = at < 0 ? argument : argument.substring(0, at);
            String value = at < 0 ? "" : argument.substring(at + 1);
            options = switch (name) {
                case "--ports" -> new ServeOptions(ports(value), options.page, options.data, options.token);
                case "--page" -> new ServeOptions(options.nodes, port(value), options.data, options.token);
                case "--data" ->
                    new ServeOptions(options.nodes, options.page, PathText.read("--data", value), options.token);
                case "--token" -> new ServeOptions(options.nodes, options.page, options.data, token(value));
                default ->
                    throw new IllegalArgumentException(
                            "unknown argument " + argument + "; serve knows " + String.join(", ", KNOWN));
            };
        }
        options.requireDistinctPorts();
        return options;
    }

    /** Two servers on one port would be told that another process has it. */
    private void requireDistinctPorts() {
        List<Integer> all = Stream.concat(nodes.values().stream(), Stream.of(page))
                .filter(port -> port != 0)
                .toList();
        if (new HashSet<>(all).size() < all.size()) {
            throw new IllegalArgumentException("two of the ports of --ports and --page are the same: the nodes have "
                    + new TreeMap<>(nodes) + ", the page has " + page + "; choose another one");
        }
    }

    private static Map<String, Integer> ports(String value) {
        List<Integer> all = new ArrayList<>();
        for (String each : value.split(",", -1)) {
            all.add(port(each.strip()));
        }
        if (all.size() != 2) {
            throw new IllegalArgumentException("--ports takes two ports, as in --ports=8080,8081, not " + value);
        }
        return new TreeMap<>(Map.of("A", all.get(0), "B", all.get(1)));
    }

    private static int port(String value) {
        try {
            int port = Integer.parseInt(value);
            if (port >= 0 && port <= HIGHEST_PORT) {
                return port;
            }
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException("not a port: " + value, notANumber);
        }
        throw new IllegalArgumentException("not a port: " + value + " is not between 0 and " + HIGHEST_PORT);
    }

    private static String token(String value) {
        if (value.length() < FEWEST_TOKEN_CHARACTERS) {
            throw new IllegalArgumentException("--token needs " + FEWEST_TOKEN_CHARACTERS
                    + " characters or more: it lets its holder end instances");
        }
        if (!value.equals(value.strip())) {
            throw new IllegalArgumentException("--token has blanks around it, which a login drops: leave them out");
        }
        return value;
    }
}
