// SPDX-License-Identifier: Apache-2.0
/** The farm of one test: its nodes, the time they live by, the data they store, and what must hold of it afterwards. */
@NullMarked
package dev.rehydrate.tck.farm;

import org.jspecify.annotations.NullMarked;
