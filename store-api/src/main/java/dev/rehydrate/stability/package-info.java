// SPDX-License-Identifier: Apache-2.0
/** Says of each public type how firmly it stands. A type is marked itself or by its package; its own mark wins. */
@NullMarked
@Stable
package dev.rehydrate.stability;

import org.jspecify.annotations.NullMarked;
