// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.operations.action;

import dev.rehydrate.instance.InstanceId;
import java.util.Objects;

/**
 * What became of an action on one instance.
 *
 * @param action the action
 * @param instance the instance
 * @param result how it ended
 * @param answer what the store or the host answered
 * @param verified what was read afterwards, in a sentence
 */
public record ActionReport(Action action, InstanceId instance, Result result, String answer, String verified) {

    /** How an action ended. */
    public enum Result {
        /** It was carried out, and the instance was read afterwards and is as it should be. */
        VERIFIED,
        /** It was answered as done, and the instance that was read afterwards is not as it should be. */
        NOT_VERIFIED,
        /** It was refused, and nothing was changed. */
        REFUSED,
        /** It is not known whether it was carried out, or how the instance is now. */
        UNKNOWN
    }

    /** Checks that nothing is missing. */
    public ActionReport {
        Objects.requireNonNull(action, "action");
        Objects.requireNonNull(instance, "instance");
        Objects.requireNonNull(result, "result");
        Objects.requireNonNull(answer, "answer");
        Objects.requireNonNull(verified, "verified");
    }
}
