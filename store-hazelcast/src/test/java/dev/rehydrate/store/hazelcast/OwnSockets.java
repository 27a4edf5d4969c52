// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The sockets of this process, as Linux tells them. */
final class OwnSockets {

    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final String LISTENS = "0A";

    private OwnSockets() {}

    static boolean canBeTold() {
        return Files.isDirectory(DESCRIPTORS);
    }

    /** {@return where this process waits for connections} */
    static List<InetAddress> listening() throws IOException {
        List<InetAddress> addresses = local("tcp", LISTENS);
        addresses.addAll(local("tcp6", LISTENS));
        return addresses;
    }

    /** {@return where this process waits for datagrams, as multicast needs} */
    static List<InetAddress> datagram() throws IOException {
        List<InetAddress> addresses = local("udp", "");
        addresses.addAll(local("udp6", ""));
        return addresses;
    }

    private static List<InetAddress> local(String protocol, String state) throws IOException {
        Set<String> own = inodes();
        List<InetAddress> addresses = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("/proc/net", protocol))) {
            String[] columns = line.strip().split("\\s+", -1);
            if (own.contains(columns[INODE]) && columns[STATE].startsWith(state)) {
                addresses.add(address(columns[1]));
            }
        }
        return addresses;
    }

    private static Set<String> inodes() throws IOException {
        Set<String> inodes = new HashSet<>();
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(DESCRIPTORS)) {
            for (Path descriptor : descriptors) {
                String target = target(descriptor);
                if (target.startsWith("socket:[")) {
                    inodes.add(target.substring("socket:[".length(), target.length() - 1));
                }
            }
        }
        return inodes;
    }

    private static String target(Path descriptor) throws IOException {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (NoSuchFileException closedMeanwhile) {
            return "";
        }
    }

    /** Words of four bytes, the last byte first. */
    private static InetAddress address(String text) throws UnknownHostException {
        String hex = text.substring(0, text.indexOf(':'));
        byte[] bytes = new byte[hex.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            int from = i / 4 * 4 + 3 - i % 4;
            bytes[i] = (byte) Integer.parseInt(hex.substring(2 * from, 2 * from + 2), 16);
        }
        return InetAddress.getByAddress(bytes);
    }
}
