// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.host;

/** The answers to an administrator. All but {@link #DONE} leave the state of the instance as it was. */
public enum ControlResult {
    /** It is so now, or was so before. */
    DONE,
    /** There is no such instance. */
    NOT_FOUND,
    /** The instance has ended and was kept; it can only be deleted. */
    COMPLETED,
    /** The instance has not failed, so there is nothing to retry. */
    NOT_FAILED,
    /** Others kept holding or changing the instance until the time was over: try again, or suspend it first. */
    BUSY
}
