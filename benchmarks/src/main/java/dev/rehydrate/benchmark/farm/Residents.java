// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.benchmark.farm;

import dev.rehydrate.command.AfterSave;
import dev.rehydrate.command.CommandId;
import dev.rehydrate.command.CreateInstance;
import dev.rehydrate.command.Expected;
import dev.rehydrate.command.SaveInstance;
import dev.rehydrate.command.change.InstanceChanges;
import dev.rehydrate.command.change.KeyChanges;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.InstanceKey;
import dev.rehydrate.instance.InstanceValue;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;

/** Many entries of 1 KB that stay, with ids that can be found again by number. */
public final class Residents {

    private static final int BYTES = 1024;
    private static final String STATE = "state";

    private Residents() {}

    /** {@return the key of an entry, spread like a random one} */
    public static UUID key(int number) {
        Random bits = new Random(number);
        return new UUID(bits.nextLong(), bits.nextLong() | 1);
    }

    public static InstanceKey homeKey(int number) {
        return InstanceKey.of(key(number));
    }

    public static void putBare(StoreAccess access, IntStream numbers) {
        numbers.parallel().forEach(number -> access.map().set(key(number), payload(number)));
    }

    public static void create(StoreAccess access, IntStream numbers) {
        numbers.parallel().forEach(number -> {
            InstanceKey home = homeKey(number);
            InstanceChanges<InstanceValue> first = InstanceChanges.builder()
                    .replaceData(Map.of(STATE, InstanceValue.of(payload(number))))
                    .keys(KeyChanges.associating(home))
                    .build();
            access.execute(access.handle(InstanceId.atHomeOf(home)), CreateInstance.of(first, AfterSave.RELEASE))
                    .receiptOrThrow();
        });
    }

    /** Saves instances that {@link #create} has made, each time with another value. */
    public static void save(StoreAccess access, IntStream numbers, int times) {
        numbers.parallel().forEach(number -> {
            InstanceId id = InstanceId.atHomeOf(homeKey(number));
            for (int time = 1; time <= times; time++) {
                InstanceChanges<InstanceValue> changes =
                        InstanceChanges.data(Map.of(STATE, payload((long) time << Integer.SIZE | number)));
                access.execute(
                                access.handle(id),
                                new SaveInstance(CommandId.random(), changes, Expected.any(), AfterSave.RELEASE))
                        .receiptOrThrow();
            }
        });
    }

    private static byte[] payload(long seed) {
        byte[] bytes = new byte[BYTES];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }
}
