// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.action;

import dev.rehydrate.instance.InstanceHeader;
import dev.rehydrate.instance.InstanceState;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What an operator can do with an instance. */
public enum Action {
    /** Keeps it from running. */
    SUSPEND(
            false,
            "It takes no messages and fires no timer until it is resumed. A turn that is under way is not saved."),
    /** Lets it run again. */
    RESUME(false, "It runs again from its last saved state. One that has failed is retried."),
    /** Lets a failed one run again. */
    RETRY(true, "It runs again from its last saved state, if it has failed."),
    /** Ends it. */
    TERMINATE(
            true,
            "It ends as failed in its last saved state, kept or deleted as its definition says; its unsent messages are"
                    + " sent first. This cannot be undone."),
    /** Takes the hold away. */
    RELEASE(
            false,
            "The hold is taken from its holder, a live one too. What that host has replied to and not saved is lost."),
    /** Sends and delivers its dead letters again. */
    REDRIVE(true, "Its dead letters, sent and posted ones, are tried again in their places."),
    /** Removes it. */
    DELETE(false, "It is removed with its keys, its values and its unsent messages. This cannot be undone.");

    private final boolean needsHost;
    private final String effect;

    Action(boolean needsHost, String effect) {
        this.needsHost = needsHost;
        this.effect = effect;
    }

    /** {@return whether only a running host can do it} */
    public boolean needsHost() {
        return needsHost;
    }

    /** {@return what it does, in sentences} */
    public String effect() {
        return effect;
    }

    /** {@return its name in addresses and logs} */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** {@return whether it cannot be undone} */
    public boolean isFinal() {
        return this == TERMINATE || this == DELETE;
    }

    /**
     * Finds an action.
     *
     * @param word its name
     * @return the action, or empty if there is none
     */
    public static Optional<Action> of(String word) {
        return Arrays.stream(values())
                .filter(action -> action.word().equals(word))
                .findFirst();
    }

    /**
     * Foresees whether the action would change an instance, for a dry run.
     *
     * @param header the instance
     * @return why it would change nothing, or empty if it would change something, as far as the header says
     */
    public Optional<String> objection(InstanceHeader header) {
        boolean completed = header.state() == InstanceState.COMPLETED;
        if (completed && this != DELETE) {
            return Optional.of("it has ended");
        }
        return switch (this) {
            case SUSPEND -> header.suspension() == null ? Optional.empty() : Optional.of("it is suspended already");
            case RESUME -> header.suspension() == null ? Optional.of("it is not suspended") : Optional.empty();
            case RETRY ->
                header.suspension() == null || !header.suspension().failed()
                        ? Optional.of("it has not failed")
                        : Optional.empty();
            case RELEASE -> header.holder() == null ? Optional.of("it is not held") : Optional.empty();
            case REDRIVE, TERMINATE, DELETE -> Optional.empty();
        };
    }
}
