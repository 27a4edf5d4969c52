// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console;

import dev.rehydrate.console.access.Access;
import dev.rehydrate.host.WorkflowHost;
import dev.rehydrate.store.InstanceStore;
import dev.rehydrate.time.TimeSource;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Sets up a {@link Console}. Not safe for use by many threads. */
public final class ConsoleBuilder {

    private static final int FEWEST_TOKEN_CHARACTERS = 8;

    private final InstanceStore store;
    private final Set<String> hosts = new TreeSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));
    private @Nullable WorkflowHost host;
    private @Nullable String token;
    private String base = "";
    private String name = "Rehydrate";
    private TimeSource time = TimeSource.system();

    ConsoleBuilder(InstanceStore store) {
        this.store = store;
    }

    /**
     * Gives the console a host, for what only hosts can do: retry, terminate, redrive, and resume what has failed.
     *
     * @param running a host on the same store; it is not closed with the console
     * @return this
     */
    public ConsoleBuilder host(WorkflowHost running) {
        host = Objects.requireNonNull(running, "running");
        return this;
    }

    /**
     * Lets those change something who know a token. Without one, the console only reads.
     *
     * @param secret the token, 8 characters or more in one line, without blanks around it
     * @return this
     * @throws IllegalArgumentException if it is not like that, so that no login with it would succeed
     */
    public ConsoleBuilder token(String secret) {
        if (secret.length() < FEWEST_TOKEN_CHARACTERS) {
            throw new IllegalArgumentException("a token has " + FEWEST_TOKEN_CHARACTERS + " characters or more");
        }
        if (!secret.equals(secret.strip()) || secret.lines().count() > 1) {
            throw new IllegalArgumentException(
                    "a token is one line without blanks or line breaks around it, because a login"
                            + " drops them; if it comes from a file or a secret, remove the line break at its end");
        }
        token = secret;
        return this;
    }

    /**
     * Says where the console is mounted.
     *
     * @param path such as {@code /console}; empty for the root; without a slash at its end
     * @return this
     * @throws IllegalArgumentException if the path is not like that
     */
    public ConsoleBuilder base(String path) {
        if (!path.matches("(/[A-Za-z0-9._~-]+)*")) {
            throw new IllegalArgumentException("a base is empty, or a path like /console: " + path);
        }
        base = path;
        return this;
    }

    /**
     * Names what the console is about.
     *
     * @param title in the head of each page
     * @return this
     */
    public ConsoleBuilder name(String title) {
        name = Objects.requireNonNull(title, "title");
        return this;
    }

    /**
     * Lets the console be addressed by further host names. It always answers to localhost.
     *
     * @param names host names without port
     * @return this
     */
    public ConsoleBuilder hosts(String... names) {
        for (String each : names) {
            hosts.add(each.toLowerCase(Locale.ROOT));
        }
        return this;
    }

    /**
     * Sets how time passes for sessions.
     *
     * @param source the time
     * @return this
     */
    public ConsoleBuilder time(TimeSource source) {
        time = Objects.requireNonNull(source, "source");
        return this;
    }

    /** {@return a console with these settings} */
    public Console build() {
        return new Console(this);
    }

    InstanceStore store() {
        return store;
    }

    @Nullable
    WorkflowHost host() {
        return host;
    }

    String base() {
        return base;
    }

    String name() {
        return name;
    }

    Access access() {
        return new Access(token, hosts, base, time);
    }
}
