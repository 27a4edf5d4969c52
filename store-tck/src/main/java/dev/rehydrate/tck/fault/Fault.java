// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.tck.fault;

/** What becomes of a step. */
public enum Fault {
    /** It is not done, and the engine says so. */
    FAIL_BEFORE,
    /** It is done, but the engine says that it does not know. */
    FAIL_AFTER,
    /** It is held back until the plan is opened, and done and answered then. */
    HOLD_BACK,
    /** It is done at once, and answered when the plan is opened. */
    HOLD_ANSWER,
    /** It is not done, and no later step either: the process has died or lost its network for good. */
    DIE,
    /** It is done, and no later step is: the process died before it could hear the answer. */
    DIE_AFTER
}
