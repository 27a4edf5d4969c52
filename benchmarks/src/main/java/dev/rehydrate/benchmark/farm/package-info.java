// SPDX-License-Identifier: Apache-2.0
/** The store that is measured: its members, each in a process of its own or in this one, and the instances that they keep. */
@NullMarked
package dev.rehydrate.benchmark.farm;

import org.jspecify.annotations.NullMarked;
