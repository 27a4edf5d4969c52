// SPDX-License-Identifier: Apache-2.0
/** A provider in two short classes, for those who write one. */
@NullMarked
package dev.rehydrate.tck.example;

import org.jspecify.annotations.NullMarked;
