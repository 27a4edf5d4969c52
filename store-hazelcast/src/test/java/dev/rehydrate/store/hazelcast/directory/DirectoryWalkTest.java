// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.directory;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.spi.impl.NodeEngine;
import com.hazelcast.spi.impl.PartitionSpecificRunnable;
import com.hazelcast.spi.impl.operationservice.OperationService;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A walk that fails ends all the same: a member walks through one partition after the other. */
class DirectoryWalkTest {

    private final AtomicInteger ended = new AtomicInteger();

    private static <T> T fake(Class<T> face, Function<Object[], Object> answers) {
        return face.cast(Proxy.newProxyInstance(
                DirectoryWalkTest.class.getClassLoader(),
                new Class<?>[] {face},
                (proxy, method, arguments) -> answers.apply(arguments)));
    }

    private void walk(OperationService operations) {
        // The first question of a step is for the partition, of which this engine has none.
        NodeEngine engine = (NodeEngine) Proxy.newProxyInstance(
                DirectoryWalkTest.class.getClassLoader(),
                new Class<?>[] {NodeEngine.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("getOperationService")) {
                        return operations;
                    }
                    throw new InternalError("for the test");
                });
        new DirectoryWalk(engine, new DirectoryParts(1, 1, later -> {}), 0, false, ended::incrementAndGet).start();
    }

    @Test
    void byAnErrorInAStep() {
        walk(fake(OperationService.class, arguments -> {
            ((PartitionSpecificRunnable) arguments[0]).run();
            return null;
        }));

        assertThat(ended).hasValue(1);
    }

    @Test
    void byAStepThatIsNotTaken() {
        walk(fake(OperationService.class, arguments -> {
            throw new InternalError("for the test");
        }));

        assertThat(ended).hasValue(1);
    }
}
