// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host.owner;

import dev.rehydrate.correlation.CorrelationKey;
import dev.rehydrate.host.HostEvent;
import dev.rehydrate.host.HostEvent.Kind;
import dev.rehydrate.host.async.ApplicationCode;
import dev.rehydrate.instance.FencingToken;
import dev.rehydrate.instance.InstanceId;
import dev.rehydrate.instance.Revision;
import dev.rehydrate.instance.SafeText;
import java.time.Duration;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes events of the host to its listener. */
public final class Timeline {

    private static final Logger LOG = LoggerFactory.getLogger(Timeline.class);

    private final HostSettings settings;

    public Timeline(HostSettings settings) {
        this.settings = settings;
    }

    /** An event about the host itself. */
    public Draft host(Kind kind) {
        return new Draft(kind);
    }

    /** An event about an instance. */
    public Draft instance(Kind kind, InstanceId id) {
        Draft draft = new Draft(kind);
        draft.instance = id;
        return draft;
    }

    /** An event that is not published yet. */
    public final class Draft {
        private final Kind kind;
        private @Nullable String operation;
        private @Nullable InstanceId instance;
        private @Nullable CorrelationKey key;
        private @Nullable Revision revision;
        private @Nullable FencingToken token;
        private OptionalLong bytes = OptionalLong.empty();
        private Duration took = Duration.ZERO;
        private int unsavedReplies;
        private @Nullable Throwable cause;

        private Draft(Kind kind) {
            this.kind = kind;
        }

        public Draft during(String called, @Nullable CorrelationKey messageKey) {
            operation = called;
            key = messageKey;
            return this;
        }

        public Draft asked(String action) {
            operation = action;
            return this;
        }

        public Draft state(@Nullable Revision saved, @Nullable FencingToken hold) {
            revision = saved;
            token = hold;
            return this;
        }

        public Draft bytes(long stored) {
            bytes = OptionalLong.of(stored);
            return this;
        }

        public Draft tookSince(long startedAt) {
            took = Duration.ofNanos(settings.time().nanoTime() - startedAt);
            return this;
        }

        public Draft because(@Nullable Throwable failure, int lostReplies) {
            cause = failure;
            unsavedReplies = lostReplies;
            return this;
        }

        public void publish() {
            HostEvent event = new HostEvent(
                    kind,
                    settings.time().instant(),
                    settings.node(),
                    operation,
                    instance,
                    key,
                    revision,
                    token,
                    bytes,
                    took,
                    unsavedReplies,
                    cause);
            try {
                ApplicationCode.call(() -> {
                    settings.listener().on(event);
                    return true;
                });
            } catch (Exception | Error broken) {
                LOG.warn(
                        "a host listener failed, the host goes on: node={} event={}",
                        settings.node(),
                        kind,
                        SafeText.failure(broken));
            }
        }
    }
}
