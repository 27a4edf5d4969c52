// SPDX-License-Identifier: Apache-2.0
/** Objects, records and enums of the application: which are registered, how they come to be, and their fields. */
@NullMarked
package dev.rehydrate.codec.kryo.object;

import org.jspecify.annotations.NullMarked;
