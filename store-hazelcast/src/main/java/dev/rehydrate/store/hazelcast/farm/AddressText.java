// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.farm;

import com.hazelcast.cluster.Address;
import dev.rehydrate.settings.OptionType;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Addresses of this machine and of members. No name is looked up. */
public final class AddressText {

    private static final String BYTE = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
    private static final Pattern IPV4 = Pattern.compile("(" + BYTE + "\\.){3}" + BYTE);
    private static final Pattern NUMBERS = Pattern.compile("[0-9.]+");
    private static final Pattern HOST =
            Pattern.compile("[A-Za-z0-9]([A-Za-z0-9_-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9_-]*[A-Za-z0-9])?)*");
    private static final Pattern MEMBER = Pattern.compile("([^:]+)(?::([0-9]{1,5}))?");
    private static final int MAX_PORT = 0xFFFF;

    private AddressText() {}

    public static String own(String text) {
        String address = text.equals("localhost") ? "127.0.0.1" : text;
        OptionType.require(IPV4.matcher(address).matches(), "");
        OptionType.require(!address.equals("0.0.0.0"), "it means every network of the machine; name one");
        return address;
    }

    public static String member(String text) {
        Matcher parts = MEMBER.matcher(text);
        OptionType.require(parts.matches(), "'" + text + "' is neither");
        String host = parts.group(1);
        boolean numbers = NUMBERS.matcher(host).matches();
        OptionType.require(
                (numbers ? IPV4 : HOST).matcher(host).matches(), "'" + host + "' is neither a name nor IPv4");
        int port = parts.group(2) == null ? 1 : Integer.parseInt(parts.group(2));
        OptionType.require(port >= 1 && port <= MAX_PORT, "a port is 1 to " + MAX_PORT + ", not " + port);
        return text;
    }

    /** A name that is to be looked up, with a port or without. */
    public static String dnsName(String text) {
        String checked = member(text);
        OptionType.require(
                !NUMBERS.matcher(name(checked)).matches(), "'" + text + "' is an address; say it in members");
        return checked;
    }

    public static String of(Address address) {
        return address.getHost() + ":" + address.getPort();
    }

    public static boolean hasPort(String member) {
        return member.contains(":");
    }

    /** The host as it was said. */
    public static String name(String member) {
        return hasPort(member) ? member.substring(0, member.indexOf(':')) : member;
    }

    public static String host(String member) {
        String host = name(member);
        return host.equals("localhost") ? "127.0.0.1" : host;
    }

    public static int port(String memberWithPort) {
        return Integer.parseInt(memberWithPort.substring(memberWithPort.indexOf(':') + 1));
    }

    /** Whether the host is no name. */
    public static boolean isNumeric(String member) {
        return IPV4.matcher(host(member)).matches();
    }

    /** Only this machine can reach it. */
    public static boolean isLoopback(String member) {
        return member.startsWith("127.") || member.equals("localhost") || member.startsWith("localhost:");
    }
}
