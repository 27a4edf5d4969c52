// SPDX-License-Identifier: Apache-2.0
/** Which settings there are, what each one means, and which of them do not go together. */
@NullMarked
package dev.rehydrate.store.hazelcast.option;

import org.jspecify.annotations.NullMarked;
