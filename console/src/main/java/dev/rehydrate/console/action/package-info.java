// SPDX-License-Identifier: Apache-2.0
/** What operators do with instances, verified afterwards and audited. */
@NullMarked
package dev.rehydrate.console.action;

import org.jspecify.annotations.NullMarked;
