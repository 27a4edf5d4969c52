// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.jdbc.simulation;

import java.security.Provider;
import java.security.SecureRandomSpi;
import java.security.Security;
import java.util.Random;
import java.util.UUID;

/**
 * Makes the secure random numbers of this process follow a seed: owners and commands of the store draw their ids from them, and
 * the order in which maps show them follows from their hash codes. To be installed before the first such number is drawn.
 */
public final class SeededRandomness extends SecureRandomSpi {

    private static final long serialVersionUID = 1;

    private static final Random RANDOM = new Random(0);

    /** Called by the provider. */
    public SeededRandomness() {}

    /**
     * Makes the numbers that are drawn from now on follow from a seed.
     *
     * @throws IllegalStateException if such numbers were drawn in this process before: their source was chosen then, for good
     */
    static void begin(long seed) {
        if (Security.getProvider(Seeded.NAME) == null) {
            Security.insertProviderAt(new Seeded(), 1);
        }
        if (!drawn(seed).equals(drawn(seed))) {
            throw new IllegalStateException(
                    "Random ids of this process were drawn before the simulation began, so they do not"
                            + " follow its seed. Run the simulation in a process of its own.");
        }
        RANDOM.setSeed(seed);
    }

    private static UUID drawn(long seed) {
        RANDOM.setSeed(seed);
        return UUID.randomUUID();
    }

    private static final class Seeded extends Provider {
        private static final long serialVersionUID = 1;

        private static final String NAME = "Simulation";

        private Seeded() {
            super(NAME, "1", "random numbers that follow a seed");
            put("SecureRandom." + NAME, SeededRandomness.class.getName());
        }
    }

    @Override
    protected void engineSetSeed(byte[] seed) {
        // The seed is that of the simulation.
    }

    @Override
    protected void engineNextBytes(byte[] bytes) {
        RANDOM.nextBytes(bytes);
    }

    @Override
    protected byte[] engineGenerateSeed(int count) {
        byte[] bytes = new byte[count];
        RANDOM.nextBytes(bytes);
        return bytes;
    }
}
