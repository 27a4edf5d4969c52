// SPDX-License-Identifier: Apache-2.0
/** Values that name and describe workflow instances. For everybody; nothing here does any work. */
@NullMarked
package dev.rehydrate.instance;

import org.jspecify.annotations.NullMarked;
