// SPDX-License-Identifier: Apache-2.0
/** The sample as a program: two nodes in one process, and a client that plays a file of editing sessions against both. */
@NullMarked
package dev.rehydrate.sample;

import org.jspecify.annotations.NullMarked;
