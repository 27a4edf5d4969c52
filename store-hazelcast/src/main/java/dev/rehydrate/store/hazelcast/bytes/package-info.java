// SPDX-License-Identifier: Apache-2.0
/**
 * What may be made of bytes: the numbers of the types that this provider sends or stores, and the filters that let nothing else
 * in.
 */
@NullMarked
package dev.rehydrate.store.hazelcast.bytes;

import org.jspecify.annotations.NullMarked;
