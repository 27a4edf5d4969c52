// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.instance;

/** How far an instance has come (contract §2.0). An instance that does not exist has no state. */
public enum InstanceState {
    /** Its id is taken, keys and metadata may be set, but no data was ever saved. */
    UNINITIALIZED,
    /** Data was saved at least once. */
    INITIALIZED,
    /** It ended and was kept: never held, never runnable again, its keys reserved. */
    COMPLETED
}
