// SPDX-License-Identifier: Apache-2.0
/** A codec on top of Kryo whose bytes outlive changes of the application's classes. */
@NullMarked
package dev.rehydrate.codec.kryo;

import org.jspecify.annotations.NullMarked;
