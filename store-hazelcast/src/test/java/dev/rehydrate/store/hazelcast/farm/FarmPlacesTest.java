// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.farm;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.cluster.Address;
import com.hazelcast.cluster.Member;
import com.hazelcast.cluster.impl.MemberImpl;
import com.hazelcast.version.MemberVersion;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FarmPlacesTest {

    private static final List<Address> THREE = List.of(at(1), at(2), at(3));

    private static Address at(int number) {
        try {
            return new Address("127.0.0.1", 5700 + number);
        } catch (UnknownHostException never) {
            throw new AssertionError(never);
        }
    }

    private static FarmPlaces of(Map<String, String> attributes) {
        Member member = new MemberImpl.Builder(at(1))
                .version(MemberVersion.UNKNOWN)
                .attributes(attributes)
                .build();
        return new FarmPlaces(member);
    }

    private static FarmPlaces protectedFarmOf(int size) {
        return of(Map.of(FarmPlaces.FARM_SIZE, String.valueOf(size)));
    }

    @Test
    void aProtectedFarmThatHasAllItsMembersRefusesAFurtherOneAndNamesThem() {
        assertThat(protectedFarmOf(3).refusal(THREE, at(4)))
                .hasValueSatisfying(
                        text -> assertThat(text)
                                .startsWith(
                                        "the farm has all members of its farm-size=3: 127.0.0.1:5701, 127.0.0.1:5702, 127.0.0.1:5703;"));
    }

    @Test
    void oneThatHasStartedAgainAtTheAddressOfAMemberTakesItsPlace() {
        assertThat(protectedFarmOf(3).refusal(THREE, at(3))).isEmpty();
    }

    @Test
    void aFarmThatLacksAMemberTakesOne() {
        assertThat(protectedFarmOf(5).refusal(THREE, at(4))).isEmpty();
    }

    @Test
    void aFarmThatIsNotProtectedTakesAny() {
        assertThat(of(Map.of()).refusal(THREE, at(4))).isEmpty();
    }
}
