// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

/** How an instance uses one of its keys (contract §2.0). A key that no instance lists has no state. */
public enum KeyState {
    /** Messages with this key go to the instance. */
    ASSOCIATED,
    /** No longer routes, still reserved: no other instance can associate it until it is released. */
    COMPLETED
}
