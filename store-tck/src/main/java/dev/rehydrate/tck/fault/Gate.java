// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.fault;

import java.util.concurrent.CompletableFuture;

/** Holds back what wants to pass while it is shut. */
final class Gate {

    private CompletableFuture<Void> opened = CompletableFuture.completedFuture(null);

    synchronized void shut() {
        if (opened.isDone()) {
            opened = new CompletableFuture<>();
        }
    }

    void open() {
        opened().complete(null);
    }

    synchronized CompletableFuture<Void> opened() {
        return opened;
    }
}
