// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.console.access;

import dev.rehydrate.console.web.ConsoleRequest;
import dev.rehydrate.console.web.Parameters;
import dev.rehydrate.time.TimeSource;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who may change something: a browser that has sent the token, until its session has been idle for too long. The token is compared
 * in constant time, and wrong ones are slowed down. Safe for use by many threads.
 */
public final class Access {

    /** The name of the form field that proves that a form came from this console. */
    public static final String FORM_KEY = "form-key";

    private static final String COOKIE = "rehydrate-console";
    private static final Pattern PORT = Pattern.compile(":(\\d{1,5})$");

    private static final Duration IDLE = Duration.ofMinutes(30);
    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int MOST_FAILURES = 10;
    private static final int MOST_SESSIONS = 100;
    private static final int SECRET_BYTES = 24;

    private final byte @Nullable [] token;
    private final Set<String> hosts;
    private final String base;
    private final TimeSource time;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Session> sessions = new HashMap<>();
    private int failures;
    private long windowBegan;

    private record Session(String formKey, long usedAt) {}

    /**
     * Sets who may do what.
     *
     * @param token what operators must know, or null if nothing can be changed
     * @param hosts the host names, in lower case and without port, by which the console may be addressed
     * @param base the path where the console is mounted, without a slash at its end
     * @param time ends sessions
     */
    public Access(@Nullable String token, Set<String> hosts, String base, TimeSource time) {
        this.token = token == null ? null : digest(token);
        this.hosts = Set.copyOf(hosts);
        this.base = base;
        this.time = time;
        this.windowBegan = time.nanoTime();
    }

    /** {@return whether there is a token, so that something can be changed at all} */
    public boolean canBeGiven() {
        return token != null;
    }

    /**
     * Tells whether a request names this console as its host. One that does not may come from a page elsewhere whose name was
     * bound to this address (DNS rebinding).
     *
     * @param request the request
     * @return whether its host is one of ours
     */
    public boolean isForThisHost(ConsoleRequest request) {
        String host = request.header("host").orElse("").toLowerCase(Locale.ROOT);
        String name = host.startsWith("[") ? host.replaceFirst("]:\\d+$", "]") : host.replaceFirst(":\\d+$", "");
        return hosts.contains(name);
    }

    /**
     * Opens a session.
     *
     * @param given what was typed
     * @return the name of the session, or empty if it is not the token, or if too many were wrong of late
     */
    public synchronized Optional<String> open(String given) {
        long now = time.nanoTime();
        if (now - windowBegan > WINDOW.toNanos()) {
            windowBegan = now;
            failures = 0;
        }
        // Digests have one length, so that the comparison does not show the length of the token.
        if (token == null || failures >= MOST_FAILURES || !MessageDigest.isEqual(token, digest(given))) {
            failures++;
            return Optional.empty();
        }
        sessions.values().removeIf(session -> isOver(session, now));
        if (sessions.size() >= MOST_SESSIONS) {
            sessions.clear();
        }
        String name = secret();
        sessions.put(name, new Session(secret(), now));
        return Optional.of(name);
    }

    /**
     * Makes the cookie of a session that was opened. It is sent to this console alone: browsers send a cookie to all paths below its own,
     * and to all ports of a host, where other consoles may be.
     *
     * @param request the request that has opened the session
     * @param session the name of the session
     * @return the value of the header {@code Set-Cookie}
     */
    public String cookie(ConsoleRequest request, String session) {
        return cookieName(request) + "=" + session + "; Path=" + (base.isEmpty() ? "/" : base)
                + "; HttpOnly; SameSite=Strict";
    }

    private static String cookieName(ConsoleRequest request) {
        Matcher port = PORT.matcher(request.header("host").orElse(""));
        return port.find() ? COOKIE + "-" + port.group(1) : COOKIE;
    }

    /**
     * Ends the session of a request, if it has one.
     *
     * @param request the request
     */
    public synchronized void close(ConsoleRequest request) {
        request.cookie(cookieName(request)).ifPresent(sessions::remove);
    }

    /**
     * Finds the session of a request.
     *
     * @param request the request
     * @return what the forms of this session must have in their field {@link #FORM_KEY}, or empty without a session
     */
    public synchronized Optional<String> formKey(ConsoleRequest request) {
        Optional<String> name = request.cookie(cookieName(request));
        Session session = name.map(sessions::get).orElse(null);
        long now = time.nanoTime();
        if (session == null || isOver(session, now)) {
            return Optional.empty();
        }
        sessions.put(name.get(), new Session(session.formKey(), now));
        return Optional.of(session.formKey());
    }

    /**
     * Tells whether a request that changes something comes from a form of its own session.
     *
     * @param request the request
     * @param form its fields
     * @return whether it may be carried out
     */
    public boolean permits(ConsoleRequest request, Parameters form) {
        Optional<String> key = formKey(request);
        return key.isPresent()
                && isFromHere(request)
                && MessageDigest.isEqual(
                        digest(key.get()), digest(form.find(FORM_KEY).orElse("")));
    }

    /**
     * Tells whether a browser says that a request comes from a page of the same origin. Programs say nothing.
     *
     * @param request the request
     * @return false only if it says that it comes from elsewhere
     */
    public boolean isFromHere(ConsoleRequest request) {
        return request.header("sec-fetch-site")
                .map(site -> site.equals("same-origin") || site.equals("none"))
                .orElse(true);
    }

    /**
     * Tells who asks for an action.
     *
     * @param request the request
     * @return the user that the proxy of the application names; {@code console} if it names none
     */
    public static String actor(ConsoleRequest request) {
        return request.header("x-forwarded-user")
                .filter(user -> !user.isBlank())
                .orElse("console");
    }

    private static boolean isOver(Session session, long now) {
        return now - session.usedAt() > IDLE.toNanos();
    }

    private String secret() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (java.security.NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
