// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.majority;

import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.core.LifecycleEvent;
import com.hazelcast.core.LifecycleListener;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tells the terms of a member of a protected farm that other members come and go, and that this one leaves its cluster for
 * another one. The engine makes one for each member, by its name, before the member joins anything.
 */
public final class MergingMember implements LifecycleListener, MembershipListener, HazelcastInstanceAware {

    private @Nullable HazelcastInstance member;
    private @Nullable BroughtSlots brought;

    @Override
    public void setHazelcastInstance(HazelcastInstance instance) {
        member = instance;
    }

    private @Nullable FarmTerms terms() {
        return FarmTerms.of(Objects.requireNonNull(member));
    }

    /** The engine waits until this returns: so all is kept before the engine throws it away. */
    @Override
    public void stateChanged(LifecycleEvent event) {
        switch (event.getState()) {
            case MERGING -> brought().take();
            case MERGED, MERGE_FAILED -> brought().bring();
            case SHUTTING_DOWN -> brought().stop();
            default -> {
                // The others say nothing about what is here.
            }
        }
    }

    /** One for all threads; none waits here while another one keeps or brings something, so that a shutdown can end that. */
    private synchronized BroughtSlots brought() {
        if (brought == null) {
            brought = new BroughtSlots(Objects.requireNonNull(member), Objects.requireNonNull(terms()));
        }
        return brought;
    }

    @Override
    public void memberAdded(MembershipEvent event) {
        seek();
    }

    @Override
    public void memberRemoved(MembershipEvent event) {
        seek();
    }

    private void seek() {
        FarmTerms terms = terms();
        if (terms != null) {
            terms.seek();
        }
    }
}
