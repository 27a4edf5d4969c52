// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.farm;

import com.hazelcast.cluster.Address;
import dev.rehydrate.store.hazelcast.log.StoreLog;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Members that are found by names of the DNS, each of which stands for all addresses that it resolves to. The engine takes only
 * the first address of a name. Every search looks the names up again (ADR 136).
 */
public final class NamedMembers {

    /** Looks names up; a test has its own. */
    @FunctionalInterface
    public interface Lookup {

        /** All addresses of a name, or {@link UnknownHostException}. */
        InetAddress[] addressesOf(String name) throws UnknownHostException;
    }

    /** The JVM remembers for 10 s that a name has no address. */
    private static final int MOST_LOOKUPS = 30;

    private static final long PAUSE_NANOS = 500_000_000;
    private static final Logger LOG = LoggerFactory.getLogger(StoreLog.NAME);

    private final List<String> names;
    private final Lookup lookup;

    /**
     * Members behind names.
     *
     * @param names each {@code host:port}; may be empty
     * @param lookup how a host is looked up
     */
    public NamedMembers(List<String> names, Lookup lookup) {
        this.names = List.copyOf(names);
        this.lookup = lookup;
    }

    /** The addresses that the names have now; without those of names that cannot be looked up. */
    public Set<Address> addresses() {
        return names.stream().flatMap(this::addressesOf).collect(Collectors.toUnmodifiableSet());
    }

    /**
     * As {@link #addresses()}, but looks again for up to 15 s while there are none: a pod may start before the name server knows
     * its address, and a member that finds no address begins a cluster of its own.
     */
    public Set<Address> awaited() {
        Set<Address> found = addresses();
        for (int lookups = 1; found.isEmpty() && lookups < MOST_LOOKUPS && !names.isEmpty(); lookups++) {
            LockSupport.parkNanos(this, PAUSE_NANOS);
            found = addresses();
        }
        return found;
    }

    /** The names that have no address now. */
    public List<String> unknown() {
        return names.stream()
                .filter(name -> addressesOf(name).findAny().isEmpty())
                .toList();
    }

    private Stream<Address> addressesOf(String name) {
        try {
            return Stream.of(lookup.addressesOf(AddressText.name(name)))
                    .filter(Inet4Address.class::isInstance)
                    .map(address -> new Address(address, AddressText.port(name)));
        } catch (UnknownHostException unknown) {
            LOG.debug("the name {} of members-dns has no address", name, unknown);
            return Stream.empty();
        }
    }
}
