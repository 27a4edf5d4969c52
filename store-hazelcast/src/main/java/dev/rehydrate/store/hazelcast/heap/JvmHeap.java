// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.hazelcast.heap;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.GcInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.ListenerNotFoundException;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/** The heap of this process, as its garbage collector tells after each collection. */
public final class JvmHeap implements HeapSource {

    private static final String OF_ALL_OBJECTS = "end of major GC";
    private static final String OF_A_CYCLE = "end of GC cycle";
    private static final String MINOR = "Minor";

    private final List<Runnable> endings = new ArrayList<>();

    /**
     * A collector with generations of fixed size, as Serial and Parallel, keeps what stays in the old one, which is smaller
     * than the heap; the pool of any other one is as large as the heap.
     */
    @Override
    public long capacity() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP && pool.isUsageThresholdSupported())
                .mapToLong(pool -> pool.getUsage().getMax())
                .filter(max -> max > 0)
                .max()
                .orElse(Runtime.getRuntime().maxMemory());
    }

    @Override
    public void onCollection(Listener listener) {
        Set<String> pools = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .map(MemoryPoolMXBean::getName)
                .collect(Collectors.toSet());
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            if (collector instanceof NotificationEmitter emitter) {
                NotificationListener notified = (notification, handback) -> {
                    if (GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION.equals(
                            notification.getType())) {
                        tell(
                                listener,
                                GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData()),
                                pools);
                    }
                };
                emitter.addNotificationListener(notified, null, null);
                endings.add(() -> remove(emitter, notified));
            }
        }
    }

    private static void tell(Listener listener, GarbageCollectionNotificationInfo info, Set<String> pools) {
        GcInfo collection = info.getGcInfo();
        long used = 0;
        for (Map.Entry<String, MemoryUsage> pool :
                collection.getMemoryUsageAfterGc().entrySet()) {
            used += pools.contains(pool.getKey()) ? pool.getValue().getUsed() : 0;
        }
        // ZGC looks at all objects in each cycle, unless it is a minor one of its younger kind.
        boolean whole = OF_ALL_OBJECTS.equals(info.getGcAction())
                || (OF_A_CYCLE.equals(info.getGcAction()) && !info.getGcName().contains(MINOR));
        // A pause of a collector that works beside the application is no end of anything.
        if (whole || info.getGcAction().contains("minor")) {
            listener.collected(used, whole);
        }
    }

    private static void remove(NotificationEmitter emitter, NotificationListener listener) {
        try {
            emitter.removeNotificationListener(listener);
        } catch (ListenerNotFoundException gone) {
            throw new IllegalStateException(gone);
        }
    }

    @Override
    public void collect() {
        System.gc();
    }

    @Override
    public void close() {
        endings.forEach(Runnable::run);
        endings.clear();
    }
}
