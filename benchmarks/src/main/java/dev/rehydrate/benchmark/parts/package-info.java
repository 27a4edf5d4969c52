// SPDX-License-Identifier: Apache-2.0
/** Single parts of the store, without a store around them, by JMH. */
@NullMarked
package dev.rehydrate.benchmark.parts;

import org.jspecify.annotations.NullMarked;
