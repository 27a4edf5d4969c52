// SPDX-License-Identifier: Apache-2.0
/** The conformance kit: a provider extends one class and supplies a fixture. */
@NullMarked
package dev.rehydrate.tck;

import org.jspecify.annotations.NullMarked;
