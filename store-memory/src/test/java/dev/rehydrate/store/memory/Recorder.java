// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.store.memory;

import dev.rehydrate.store.StoreFacts;
import dev.rehydrate.store.StoreListener;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Keeps what it is told. */
final class Recorder implements StoreListener {

    private final List<Object> all = new ArrayList<>();

    <T> List<T> told(Class<T> kind) {
        return all.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** The kinds of what was told, commands left out. */
    List<String> besidesCommands() {
        return all.stream()
                .filter(event -> !(event instanceof Answered))
                .map(event ->
                        event instanceof String word ? word : event.getClass().getSimpleName())
                .toList();
    }

    void forget() {
        all.clear();
    }

    @Override
    public void opened(Supplier<StoreFacts> facts) {
        all.add("opened");
    }

    @Override
    public void closed(Supplier<StoreFacts> facts) {
        all.add("closed");
    }

    @Override
    public void answered(Answered event) {
        all.add(event);
    }

    @Override
    public void repeated(Repeated event) {
        all.add(event);
    }

    @Override
    public void reclaimed(Reclaimed event) {
        all.add(event);
    }

    @Override
    public void claimRevoked(ClaimRevoked event) {
        all.add(event);
    }

    @Override
    public void expired(Expired event) {
        all.add(event);
    }

    @Override
    public void ownerLost(OwnerLost event) {
        all.add(event);
    }

    @Override
    public void quarantined(Quarantined event) {
        all.add(event);
    }
}
