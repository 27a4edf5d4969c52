// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.start;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.config.Config;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Members of one farm write behind with different delays. */
final class OtherDelayTest {

    private static FarmSettings.Side member(String address, Duration delay) {
        Config config = new Config();
        FarmSettings.addDelay(config, delay);
        return new FarmSettings.Side(address, config.getMemberAttributeConfig().getAttributes());
    }

    @Test
    void thatOfBothIsNamed() {
        assertThat(FarmSettings.otherDelay(member("here", Duration.ofHours(1)), member("there", Duration.ofSeconds(1))))
                .contains("write-delay=PT1H at here and write-delay=PT1S at there");
    }

    @Test
    void nothingIsSaidOfTheSameOne() {
        assertThat(FarmSettings.otherDelay(
                        member("here", Duration.ofSeconds(60)), member("there", Duration.ofMinutes(1))))
                .isEmpty();
    }

    @Test
    void aMemberOfAnEarlierBuildDoesNotSay() {
        FarmSettings.Side earlier = new FarmSettings.Side("there", Map.of());

        assertThat(FarmSettings.otherDelay(member("here", Duration.ofHours(1)), earlier))
                .isEmpty();
    }

    /** It may be changed member by member: what each has is written by itself. */
    @Test
    void aMemberWithAnotherOneIsLetIn() {
        assertThat(FarmSettings.difference(member("here", Duration.ofHours(1)), member("there", Duration.ofSeconds(1))))
                .isEmpty();
    }
}
