// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Timeout;

/** What a host has to do on every provider. */
@Timeout(value = 3_600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class HostConformance {

    /** Where the hosts run; stays open for all tests. */
    abstract Provider provider();

    @Nested
    @DisplayName("cases of the contract")
    class Cases extends HostContract {
        @Override
        Provider provider() {
            return HostConformance.this.provider();
        }
    }

    @Nested
    @DisplayName("races")
    class Races extends PizzaRaceContract {
        @Override
        Provider provider() {
            return HostConformance.this.provider();
        }
    }

    @Nested
    @DisplayName("unload or not")
    class UnloadOrNot extends UnloadOrNotContract {
        @Override
        Provider provider() {
            return HostConformance.this.provider();
        }
    }

    @Nested
    @DisplayName("crowds")
    class Crowds extends CrowdContract {
        @Override
        Provider provider() {
            return HostConformance.this.provider();
        }
    }

    @Nested
    @DisplayName("timers")
    class Timers extends TimerContract {
        @Override
        Provider provider() {
            return HostConformance.this.provider();
        }
    }

    @Nested
    @DisplayName("posted messages")
    class Posted extends PostingContract {
        @Override
        Provider provider() {
            return HostConformance.this.provider();
        }
    }

    @Nested
    @DisplayName("upgrades")
    class Upgrades extends UpgradeContract {
        @Override
        Provider provider() {
            return HostConformance.this.provider();
        }
    }

    @Nested
    @DisplayName("upgrades that remove something")
    class Removals extends RemovalContract {
        @Override
        Provider provider() {
            return HostConformance.this.provider();
        }
    }
}
