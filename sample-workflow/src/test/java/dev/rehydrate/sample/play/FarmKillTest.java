// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.play;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rehydrate.sample.farm.Deed;
import dev.rehydrate.sample.farm.RunningFarm;
import dev.rehydrate.sample.farm.StoreKind;
import dev.rehydrate.sample.story.Story;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class FarmKillTest {

    /** A farm in memory says that it survives, and comes back empty. */
    private static final class ForgetfulFarm implements RunningFarm {

        private RunningFarm farm = started();

        private static RunningFarm started() {
            try {
                return StoreKind.MEMORY.start();
            } catch (IOException failed) {
                throw new IllegalStateException(failed);
            }
        }

        @Override
        public boolean survivesKill() {
            return true;
        }

        @Override
        public void killAndRestart() {
            farm.close();
            farm = started();
        }

        @Override
        public List<Address> nodes() {
            return farm.nodes();
        }

        @Override
        public int documentsInMemory() {
            return farm.documentsInMemory();
        }

        @Override
        public List<Deed> takeDeeds() {
            return farm.takeDeeds();
        }

        @Override
        public void stop(String node) {
            farm.stop(node);
        }

        @Override
        public void close() {
            farm.close();
        }
    }

    @Test
    void aFarmThatForgetsWhatItAcknowledgedIsFound() throws IOException {
        try (ForgetfulFarm farm = new ForgetfulFarm()) {
            Findings findings = new Performance(farm).play(Story.shipped(), line -> {}, line -> {});

            assertThat(findings.all())
                    .anyMatch(finding ->
                            finding.matches("before the kill \\d+ edits were acknowledged, after it 0 are there"))
                    .anyMatch(finding -> finding.endsWith("is not as it was acknowledged before the kill: 404"));
        }
    }
}
