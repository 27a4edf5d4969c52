// SPDX-License-Identifier: Apache-2.0
/** Types of the JDK: arrays, collections, maps, enum sets, optionals, dates and times. */
@NullMarked
package dev.rehydrate.codec.kryo.value;

import org.jspecify.annotations.NullMarked;
