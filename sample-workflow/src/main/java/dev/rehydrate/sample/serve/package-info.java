// SPDX-License-Identifier: Apache-2.0
/** The sample as a service that stays up: two nodes in processes of their own, on one file that a third process serves. */
@NullMarked
package dev.rehydrate.sample.serve;

import org.jspecify.annotations.NullMarked;
