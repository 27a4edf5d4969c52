// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.farm;

import com.hazelcast.cluster.Address;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import dev.rehydrate.benchmark.option.Settings;
import dev.rehydrate.benchmark.process.ParentPipe;
import java.util.Arrays;
import java.util.List;

/** A member in a process of its own, which ends with the one that measures. */
final class MemberProcess {

    private MemberProcess() {}

    /**
     * Runs in a process that {@link Farm} starts.
     *
     * @param args the name of the cluster, and the addresses of members that run
     */
    public static void main(String[] args) {
        List<String> others = Arrays.asList(args).subList(1, args.length);
        HazelcastInstance member = Hazelcast.newHazelcastInstance(Settings.member(args[0], others));
        ParentPipe.serve(addressOf(member));
    }

    static String addressOf(HazelcastInstance member) {
        Address address = member.getCluster().getLocalMember().getAddress();
        return address.getHost() + ":" + address.getPort();
    }
}
