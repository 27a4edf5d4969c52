// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.farm;

import com.hazelcast.cluster.Address;
import com.hazelcast.cluster.Member;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * How many members the farm of a member may have. A protected farm with more of them than it is said to have answers nothing, so that a
 * further one must not come to it (ADR 264).
 */
public final class FarmPlaces {

    /** The attribute that says how many members a protected farm has; a member of another farm does not have it. */
    public static final String FARM_SIZE = "rehydrate.farm-size";

    /** With this begins every text that refuses a member. */
    public static final String NO_PLACE = "the farm has all members of its farm-size=";

    private final Member own;

    /**
     * Makes the places of a farm.
     *
     * @param own the member that is here, with its attributes
     */
    public FarmPlaces(Member own) {
        this.own = own;
    }

    /**
     * Says why a member cannot come to a farm.
     *
     * @param present the addresses of the members that the farm has
     * @param coming the address of the member; one that was there before it has ended
     * @return which members are there, if the farm is protected and these are all that it may have; otherwise empty
     */
    public Optional<String> refusal(Collection<Address> present, Address coming) {
        List<String> others = present.stream()
                .filter(address -> !address.equals(coming))
                .map(AddressText::of)
                .toList();
        return Optional.ofNullable(own.getAttribute(FARM_SIZE))
                .filter(size -> others.size() >= Integer.parseInt(size))
                .map(size -> NO_PLACE + size + ": " + String.join(", ", others)
                        + "; stop one that is to be replaced, or set the later size from the beginning");
    }
}
