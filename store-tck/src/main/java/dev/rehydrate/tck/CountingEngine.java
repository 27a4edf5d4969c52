// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck;

import dev.rehydrate.engine.Announcement;
import dev.rehydrate.engine.ForwardingEngine;
import dev.rehydrate.engine.StorageEngine;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Counts the calls that an engine has not answered yet, so that a test can wait for the last answer. */
final class CountingEngine extends ForwardingEngine {

    private final CallsUnderWay underWay;
    private final AnnouncementsUnderWay announcements;
    private final List<AnnouncementsUnderWay.Listener> listeners = new CopyOnWriteArrayList<>();

    /**
     * Counts the calls of an engine.
     *
     * @param engine the engine
     * @param underWay the calls without answer, of all engines of a farm
     * @param announcements the announcements that were not received yet, of all engines of a farm
     */
    CountingEngine(StorageEngine engine, CallsUnderWay underWay, AnnouncementsUnderWay announcements) {
        super(engine);
        this.underWay = underWay;
        this.announcements = announcements;
    }

    @Override
    protected <T> CompletionStage<T> call(Supplier<CompletionStage<T>> call) {
        return counted("other", call);
    }

    @Override
    protected <T> CompletionStage<T> slotCall(Supplier<CompletionStage<T>> call) {
        return counted("slot", call);
    }

    @Override
    protected <T> CompletionStage<T> scanCall(Supplier<CompletionStage<T>> call) {
        return counted("scan", call);
    }

    @Override
    protected <T> CompletionStage<T> ownerCall(Supplier<CompletionStage<T>> call) {
        return counted("owner", call);
    }

    private <T> CompletionStage<T> counted(String what, Supplier<CompletionStage<T>> call) {
        CompletionStage<T> stage = call.get();
        underWay.begin(what);
        CompletableFuture<T> passedOn = new CompletableFuture<>();
        var unused = stage.whenComplete((answer, failure) -> {
            // Runs what is attached to the answer, which may send more, before this one counts as ended.
            if (failure == null) {
                passedOn.complete(answer);
            } else {
                passedOn.completeExceptionally(failure);
            }
            underWay.end(what);
        });
        return passedOn;
    }

    /** An answer is under way until the callback that waits for it has run. */
    @Override
    public Executor callbackExecutor() {
        Executor executor = super.callbackExecutor();
        return task -> {
            underWay.begin("callback");
            executor.execute(() -> {
                try {
                    task.run();
                } finally {
                    underWay.end("callback");
                }
            });
        };
    }

    /** An announcement is under way until every listener has received it. */
    @Override
    public void announce(Announcement news) {
        announcements.announced(news);
        super.announce(news);
    }

    @Override
    public void onAnnouncement(Consumer<Announcement> target) {
        AnnouncementsUnderWay.Listener listener = announcements.listen(target);
        listeners.add(listener);
        super.onAnnouncement(listener);
    }

    @Override
    public void close() {
        listeners.forEach(AnnouncementsUnderWay.Listener::close);
        super.close();
    }
}
