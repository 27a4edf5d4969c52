// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.stranger;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Which gadgets came alive. */
public final class Initialized {

    /** Their names. */
    public static final Set<String> NAMES = ConcurrentHashMap.newKeySet();

    private Initialized() {}
}
