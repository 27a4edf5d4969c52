// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

/** What completing an instance leaves behind (contract §2.4, §4.1). */
public enum CompletionAction {
    /** Instance and keys are gone; the id and the keys can be used again. */
    DELETE,
    /** The instance stays queryable as completed, its keys stay reserved until it is deleted. */
    KEEP
}
