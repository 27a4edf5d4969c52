// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.farm;

import dev.rehydrate.sample.http.ServerSettings;
import dev.rehydrate.store.InstanceStore;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/** A farm in this process. */
final class LocalFarm implements RunningFarm {

    private final HostLog log;
    private final Farm farm;

    private LocalFarm(Farm farm, HostLog log) {
        this.farm = farm;
        this.log = log;
    }

    /**
     * Starts both nodes.
     *
     * @param stores opens a store on the shared data, once for each node
     * @throws IOException if there is no free port; nothing is left running
     */
    static LocalFarm start(Supplier<? extends InstanceStore> stores) throws IOException {
        HostLog log = new HostLog();
        return new LocalFarm(Farm.start(stores, ServerSettings.DEFAULT, log), log);
    }

    @Override
    public List<Address> nodes() {
        return farm.nodes().stream()
                .map(node -> new Address(node.name(), node.uri()))
                .toList();
    }

    @Override
    public int documentsInMemory() {
        return farm.documentsInMemory();
    }

    @Override
    public List<Deed> takeDeeds() {
        return log.take();
    }

    @Override
    public void stop(String node) {
        farm.nodes().stream().filter(each -> each.name().equals(node)).forEach(farm::stop);
    }

    @Override
    public void close() {
        farm.close();
    }
}
