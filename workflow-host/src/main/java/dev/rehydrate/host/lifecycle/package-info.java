// SPDX-License-Identifier: Apache-2.0
/** Start and stop of a host. */
@NullMarked
package dev.rehydrate.host.lifecycle;

import org.jspecify.annotations.NullMarked;
